package io.heddle.replay.machine;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** Some elements of a tensor, which may have 2^31 of them: memory only where there are some. */
public final class ElementSet {
    private static final int BITS = 16; // of an element's place in its block

    private final TreeMap<Integer, BitSet> blocks = new TreeMap<>(); // none is empty

    /** Adds an element. */
    public void set(int element) {
        block(element >>> BITS).set(element & (1 << BITS) - 1);
    }

    /** Adds the elements from {@code from} to the one before {@code to}. */
    public void set(int from, int to) {
        for (int at = from; at < to; ) {
            int first = at & (1 << BITS) - 1;
            int count = Math.min(to - at, (1 << BITS) - first);
            block(at >>> BITS).set(first, first + count);
            at += count;
        }
    }

    private BitSet block(int number) {
        return blocks.computeIfAbsent(number, n -> new BitSet());
    }

    /** Adds the elements of another set. */
    public void addAll(ElementSet other) {
        other.blocks.forEach((number, block) -> block(number).or(block));
    }

    /** True if an element is in the set. */
    public boolean contains(int element) {
        BitSet block = blocks.get(element >>> BITS);
        return block != null && block.get(element & (1 << BITS) - 1);
    }

    /** True if there is none. */
    public boolean isEmpty() {
        return blocks.isEmpty();
    }

    /** How many there are. */
    public int size() {
        return blocks.values().stream().mapToInt(BitSet::cardinality).sum();
    }

    /** The first element that is not before {@code from}, or −1. */
    public int next(int from) {
        int start = from & (1 << BITS) - 1;
        for (Map.Entry<Integer, BitSet> e : blocks.tailMap(from >>> BITS).entrySet()) {
            int found = e.getValue().nextSetBit(e.getKey() == from >>> BITS ? start : 0);
            if (found >= 0) {
                return e.getKey() << BITS | found;
            }
        }
        return -1;
    }

    /** The last element, or −1. */
    public int last() {
        return isEmpty()
                ? -1
                : blocks.lastKey() << BITS | blocks.lastEntry().getValue().length() - 1;
    }
}

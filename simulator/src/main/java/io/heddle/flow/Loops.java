package io.heddle.flow;

import io.heddle.ptx.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The natural loops of a function and how they lie in one another. Branches back to one block are
 * of one loop, whose header that block is.
 */
public final class Loops {
    private final ControlFlowGraph flow;
    private final List<Loop> outermost = new ArrayList<>();
    private final OptionalInt irreducible;

    /**
     * A loop.
     *
     * @param header its first block, which dominates the others
     * @param blocks all of its blocks, those of inner loops included
     * @param inner the loops in it that are in no other loop in it
     */
    public record Loop(int header, BitSet blocks, List<Loop> inner) {}

    /** Finds the loops of a function. */
    public Loops(Function f) {
        this(new ControlFlowGraph(f));
    }

    /** Finds the loops of a graph. */
    public Loops(ControlFlowGraph flow) {
        this.flow = flow;
        Dominators dominators = flow.dominators();
        Map<Integer, BitSet> byHeader = new TreeMap<>();
        OptionalInt other = OptionalInt.empty();
        for (int b = 0; b < flow.blocks(); b++) {
            for (int next : flow.successors(b)) {
                if (flow.isReachable(b) && (next == b || dominators.isBefore(next, b))) {
                    add(b, next, byHeader.computeIfAbsent(next, h -> new BitSet()));
                } else if (flow.isReachable(b) && flow.position(next) <= flow.position(b)) {
                    other = OptionalInt.of(next);
                }
            }
        }
        irreducible = other;
        List<Loop> bySize = new ArrayList<>();
        byHeader.forEach((h, blocks) -> bySize.add(new Loop(h, blocks, new ArrayList<>())));
        bySize.sort(Comparator.comparingInt(l -> l.blocks().cardinality()));
        for (int k = 0; k < bySize.size(); k++) {
            Loop loop = bySize.get(k);
            bySize.subList(k + 1, bySize.size()).stream()
                    .filter(l -> l.blocks().get(loop.header()))
                    .findFirst()
                    .map(Loop::inner)
                    .orElse(outermost)
                    .add(loop);
        }
    }

    private void add(int last, int header, BitSet loop) {
        loop.set(header);
        ArrayDeque<Integer> work = new ArrayDeque<>(List.of(last));
        while (!work.isEmpty()) {
            int b = work.pop();
            if (!loop.get(b)) {
                loop.set(b);
                for (int p : flow.predecessors(b)) {
                    work.push(p);
                }
            }
        }
    }

    /** The loops that are in no other loop. */
    public List<Loop> outermost() {
        return List.copyOf(outermost);
    }

    /** A block of a cycle that no single block dominates, if the graph has one. */
    public OptionalInt irreducible() {
        return irreducible;
    }
}

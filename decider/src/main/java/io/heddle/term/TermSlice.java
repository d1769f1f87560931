package io.heddle.term;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a store's terms, closed under operands, in a compact form that travels.
 *
 * <p>{@link #toStore()} gives a store of exactly these terms: same operations, classes, symbols and
 * order, other ids. So a decision about the slice's roots is a decision about the originals.
 *
 * <p>Form: a node is the number of its operation-and-class word in a table, then its operands as
 * distances to earlier nodes, each in seven-bit groups; symbols, functions and large rationals are
 * numbered in order of first use in tables beside it.
 */
public final class TermSlice {
    private final int nodes;
    private final int[] roots;
    private final byte[] tables;
    private final byte[] code;

    /**
     * Takes over the arrays, as the accessors of another slice gave them.
     *
     * @param nodes number of terms, without the constants that every store has
     * @param roots the terms asked for, by their ids in {@link #toStore()}
     * @param tables coded words, symbols, functions and large rationals
     * @param code coded nodes in ascending order of id
     */
    public TermSlice(int nodes, int[] roots, byte[] tables, byte[] code) {
        this.nodes = nodes;
        this.roots = roots;
        this.tables = tables;
        this.code = code;
    }

    /** The number of terms, without the constants that every store has. */
    public int nodes() {
        return nodes;
    }

    /** How many roots there are. */
    public int rootCount() {
        return roots.length;
    }

    /** The id in {@link #toStore()} of root number {@code i}. */
    public int root(int i) {
        return roots[i];
    }

    /** The coded tables; not a copy. */
    public byte[] tables() {
        return tables;
    }

    /** The coded nodes; not a copy. */
    public byte[] code() {
        return code;
    }

    /** Bytes that the slice takes on the wire, near enough. */
    public long size() {
        return (long) tables.length + code.length + 4L * roots.length;
    }

    /** A store of these terms and nothing else. */
    public TermStore toStore() {
        TermStore store = new TermStore();
        VarintReader in = new VarintReader(tables);
        int[] words = new int[in.unsigned()];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.unsigned();
        }
        for (int n = in.unsigned(); n > 0; n--) {
            store.declare(symbol(in));
        }
        for (int n = in.unsigned(); n > 0; n--) {
            store.restoreFunction(function(in));
        }
        for (int n = in.unsigned(); n > 0; n--) {
            store.restoreRational(in.rational());
        }
        for (int n = in.unsigned(); n > 0; n--) {
            store.assumedRanges().add(in.unsigned(), in.rational(), in.rational());
        }
        assert in.atEnd();
        restoreNodes(store, words);
        assert store.size() == SliceEncoder.CONSTANTS + nodes : store.size();
        return store;
    }

    private void restoreNodes(TermStore store, int[] words) {
        VarintReader in = new VarintReader(code);
        int largeRationals = 0;
        for (int id = SliceEncoder.CONSTANTS; id < SliceEncoder.CONSTANTS + nodes; id++) {
            int word = words[in.unsigned()];
            Op op = Op.of(word & 0xff);
            int a;
            int b = 0;
            int c = 0;
            switch (op) {
                case RATIONAL:
                    b = in.unsigned();
                    c = b == 0 ? 1 : 0;
                    a = b == 0 ? largeRationals++ : in.signed();
                    break;
                case LITERAL:
                    a = in.unsigned();
                    b = in.unsigned();
                    c = in.unsigned();
                    break;
                case CONSTANT:
                case UNDEFINED:
                    a = in.signed();
                    break;
                case ELEMENT:
                    a = in.unsigned();
                    long index = in.unsignedLong();
                    b = (int) index;
                    c = (int) (index >>> 32);
                    break;
                case APPLY:
                    a = in.unsigned();
                    b = id - in.unsigned();
                    int rest = in.unsigned();
                    c = rest == 0 ? 0 : id - rest;
                    break;
                default:
                    a = id - in.unsigned();
                    b = op.arity() > 1 ? id - in.unsigned() : 0;
                    c = op.arity() > 2 ? id - in.unsigned() : 0;
                    break;
            }
            store.restore(word, a, b, c);
        }
        assert in.atEnd();
    }

    private static Function function(VarintReader in) {
        String name = in.text();
        int arity = in.unsigned();
        int kind = in.unsigned();
        return new Function(Function.Kind.values()[kind >> 1], name, arity, (kind & 1) != 0);
    }

    private static Symbol symbol(VarintReader in) {
        String name = in.text();
        ElementType type = ElementType.values()[in.unsigned()];
        int dimensions = in.unsigned();
        List<Integer> shape = new ArrayList<>(dimensions);
        for (int d = 0; d < dimensions; d++) {
            shape.add(in.unsigned());
        }
        Rational low = bound(in);
        Rational high = bound(in);
        return new Symbol(name, type, shape, low, high, in.unsigned() != 0);
    }

    /** A bound of a range, or null for none. */
    private static Rational bound(VarintReader in) {
        return in.unsigned() == 0 ? null : in.rational();
    }
}

package io.heddle.decide;

import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * The terms that some roots reach, renumbered 0 … size−1 in the order of their ids (operands before
 * their users), in flat arrays: the program that every evaluator runs.
 *
 * <p>Node i has operation {@code op[i]} (an {@link Op} ordinal) and operands {@code a[i]}, {@code
 * b[i]}, {@code c[i]}, which are nodes of the cone where the operation has an operand there. A
 * leaf's {@code a} is its position in {@link #leafTerms()}. An APPLY keeps its function id in
 * {@code a}; its {@code b} and {@code c} are nodes ({@code c} = −1 where it has one argument).
 */
final class Cone {
    private static final Op[] OPS = Op.values();

    private final TermStore store;
    private final long[] reached; // bit set over term ids
    private final int[] rank; // rank[w] = number of reached ids below 64·w
    private final byte[] op;
    private final int[] a;
    private final int[] b;
    private final int[] c;
    private final int[] leaves; // nodes of arity 0, ascending
    private final int[] leafTerms; // their term ids
    private final int[] elements; // the ELEMENT nodes among them
    private final int[] elementTerms;
    private final List<Function> functions;

    /** The cone of {@code roots} (0 is skipped). */
    Cone(TermStore store, int... roots) {
        this.store = store;
        this.functions = store.functions();
        int greatest = 0;
        for (int root : roots) {
            greatest = Math.max(greatest, root);
        }
        reached = new long[(greatest >>> 6) + 1];
        for (int root : roots) {
            if (root != 0) {
                mark(root);
            }
        }
        for (int w = reached.length - 1; w >= 0; w--) {
            markBelow(w);
        }
        rank = new int[reached.length + 1];
        for (int w = 0; w < reached.length; w++) {
            rank[w + 1] = rank[w] + Long.bitCount(reached[w]);
        }
        int n = rank[reached.length];
        op = new byte[n];
        a = new int[n];
        b = new int[n];
        c = new int[n];
        int leafCount = 0;
        int elementCount = 0;
        for (int w = 0; w < reached.length; w++) {
            for (long bits = reached[w]; bits != 0; bits &= bits - 1) {
                Op o = store.op((w << 6) + Long.numberOfTrailingZeros(bits));
                leafCount += isLeaf(o) ? 1 : 0;
                elementCount += o == Op.ELEMENT ? 1 : 0;
            }
        }
        leaves = new int[leafCount];
        leafTerms = new int[leafCount];
        elements = new int[elementCount];
        elementTerms = new int[elementCount];
        fill();
    }

    private static boolean isLeaf(Op o) {
        return o.arity() == 0 && o != Op.APPLY;
    }

    private void mark(int term) {
        reached[term >>> 6] |= 1L << term;
    }

    /** Marks the operands of word w's terms, greatest first, so that marks within w are seen. */
    private void markBelow(int w) {
        long pending = reached[w];
        while (pending != 0) {
            int bit = 63 - Long.numberOfLeadingZeros(pending);
            int t = (w << 6) + bit;
            Op o = store.op(t);
            if (o == Op.APPLY) {
                mark(store.b(t));
                if (store.c(t) != 0) {
                    mark(store.c(t));
                }
            } else if (o.arity() >= 1) {
                mark(store.a(t));
                if (o.arity() >= 2) {
                    mark(store.b(t));
                    if (o.arity() == 3) {
                        mark(store.c(t));
                    }
                }
            }
            pending = reached[w] & ((1L << bit) - 1);
        }
    }

    private void fill() {
        int node = 0;
        int leaf = 0;
        int element = 0;
        for (int w = 0; w < reached.length; w++) {
            for (long bits = reached[w]; bits != 0; bits &= bits - 1) {
                int t = (w << 6) + Long.numberOfTrailingZeros(bits);
                Op o = store.op(t);
                op[node] = (byte) o.ordinal();
                if (isLeaf(o)) {
                    leaves[leaf] = node;
                    leafTerms[leaf] = t;
                    a[node] = leaf++;
                    if (o == Op.ELEMENT) {
                        elements[element] = node;
                        elementTerms[element++] = t;
                    }
                } else if (o == Op.APPLY) {
                    a[node] = store.a(t);
                    b[node] = node(store.b(t));
                    c[node] = store.c(t) == 0 ? -1 : node(store.c(t));
                } else {
                    a[node] = node(store.a(t));
                    b[node] = o.arity() >= 2 ? node(store.b(t)) : -1;
                    c[node] = o.arity() == 3 ? node(store.c(t)) : -1;
                }
                node++;
            }
        }
    }

    TermStore store() {
        return store;
    }

    /** The number of nodes. */
    int size() {
        return op.length;
    }

    /** The node of a term that the roots reach. */
    int node(int term) {
        int w = term >>> 6;
        return rank[w] + Long.bitCount(reached[w] & ((1L << term) - 1));
    }

    /** True if the roots reach {@code term}. */
    boolean contains(int term) {
        int w = term >>> 6;
        return w < reached.length && (reached[w] >>> term & 1) != 0;
    }

    Op op(int node) {
        return OPS[op[node]];
    }

    /** The operation ordinals, by node; not to be written. */
    byte[] ops() {
        return op;
    }

    /** The first operands, by node; not to be written. */
    int[] a() {
        return a;
    }

    /** The second operands, by node; not to be written. */
    int[] b() {
        return b;
    }

    /** The third operands, by node; not to be written. */
    int[] c() {
        return c;
    }

    /** The nodes without operands; not to be written. */
    int[] leaves() {
        return leaves;
    }

    /** The terms of {@link #leaves()}; not to be written. */
    int[] leafTerms() {
        return leafTerms;
    }

    /** The input elements among the leaves; not to be written. */
    int[] elements() {
        return elements;
    }

    /** The terms of {@link #elements()}: the coordinates of a sample point; not to be written. */
    int[] elementTerms() {
        return elementTerms;
    }

    /** The function of an APPLY node. */
    Function function(int node) {
        return functions.get(a[node]);
    }

    /** The argument nodes of an APPLY node. */
    int[] arguments(int node) {
        int n = functions.get(a[node]).arity();
        int[] arguments = new int[n];
        arguments[0] = b[node];
        int rest = c[node];
        for (int i = 1; i < n; i++) {
            arguments[i] = i == n - 1 ? rest : a[rest];
            rest = i == n - 1 ? rest : b[rest];
        }
        return arguments;
    }
}

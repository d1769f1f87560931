package io.heddle.algebra;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A change of variables for long sums of inputs that are used in products, roots or denominators
 * (means, variances): the inputs x_1 … x_n of such a sum, in the order of the sum, are written as
 * differences of prefix sums, x_k = P_k − P_{k−1}. The change is linear and invertible, so forms
 * are equal in one basis exactly when they are in the other; but Σ(x_k − μ)² for n inputs has 3n
 * squares of short sums instead of n² monomials, and the running means of Welford have one.
 */
public final class PrefixBasis {
    /** No change of variables. */
    public static final PrefixBasis NONE = new PrefixBasis(new NodeTable(0), true);

    private static final int MIN_LENGTH = 12;

    private final NodeTable previous; // of an input: the input before it + 1 (1 for the first)
    private final boolean empty;

    private PrefixBasis(NodeTable previous, boolean empty) {
        this.previous = previous;
        this.empty = empty;
    }

    /** The basis for the terms below the roots of {@code fanOut}. */
    public static PrefixBasis of(TermStore store, FanOut fanOut) {
        return new Search(store, fanOut).basis();
    }

    /** True if no sum calls for a change of variables. */
    public boolean isEmpty() {
        return empty;
    }

    /** True if the ELEMENT is written by prefix sums. */
    boolean contains(int element) {
        return previous.get(element) != 0;
    }

    /** The ELEMENT before this one in its sum, or 0 for the first. */
    int previous(int element) {
        return previous.get(element) - 1;
    }

    /** Finds the sums. */
    private static final class Search {
        private final TermStore store;
        private final FanOut fanOut;
        private final BitSet linear = new BitSet(); // sums of inputs with constant factors
        private final BitSet nonlinearUse = new BitSet(); // linear terms used in other than sums
        private final BitSet placed = new BitSet();
        private final NodeTable previous;
        private boolean empty = true;

        Search(TermStore store, FanOut fanOut) {
            this.store = store;
            this.fanOut = fanOut;
            this.previous = new NodeTable(store.size());
        }

        PrefixBasis basis() {
            for (int t = 1; t <= fanOut.top(); t++) {
                if (fanOut.isReached(t)) {
                    classify(t);
                }
            }
            List<int[]> sums = new ArrayList<>();
            for (int t = nonlinearUse.nextSetBit(0); t >= 0; t = nonlinearUse.nextSetBit(t + 1)) {
                if (Canonicalizer.isComposite(store.op(t))) {
                    int[] inputs = inputs(t);
                    if (inputs.length >= MIN_LENGTH) {
                        sums.add(inputs);
                    }
                }
            }
            // the longest first; of equally long ones the first, whose chain is then sparse
            sums.sort((x, y) -> Integer.compare(y.length, x.length));
            for (int[] inputs : sums) {
                place(inputs);
            }
            return new PrefixBasis(previous, empty);
        }

        private void classify(int t) {
            Op op = store.op(t);
            boolean sum =
                    switch (op) {
                        case ELEMENT -> true;
                        case ADD, SUB -> part(store.a(t)) && part(store.b(t));
                        case NEG -> part(store.a(t));
                        case MUL -> scaled(store.a(t), store.b(t));
                        case FMA -> scaled(store.a(t), store.b(t)) && part(store.c(t));
                        default -> false;
                    };
            if (sum) {
                linear.set(t);
                return;
            }
            for (int operand : store.operands(t)) {
                boolean addend =
                        op == Op.ADD
                                || op == Op.SUB
                                || op == Op.NEG
                                || op == Op.FMA && operand == store.c(t);
                if (linear.get(operand) && !addend) {
                    nonlinearUse.set(operand);
                }
            }
        }

        private boolean part(int t) {
            return linear.get(t) || store.isClosed(t);
        }

        private boolean scaled(int a, int b) {
            return store.isClosed(a) && linear.get(b) || store.isClosed(b) && linear.get(a);
        }

        /** The inputs below a linear term in the order of the sum, not placed before. */
        private int[] inputs(int root) {
            int[] found = new int[16];
            int size = 0;
            TermWalk walk = new TermWalk(root);
            for (int t = walk.next(); t != 0; t = walk.next()) {
                if (!linear.get(t)) {
                    continue;
                }
                if (store.op(t) == Op.ELEMENT) {
                    if (size == found.length) {
                        found = Arrays.copyOf(found, size * 2);
                    }
                    found[size++] = t;
                } else {
                    walk.open(store.operands(t));
                }
            }
            return Arrays.copyOf(found, size);
        }

        private void place(int[] inputs) {
            for (int t : inputs) {
                if (placed.get(t)) {
                    return; // one chain for each input
                }
            }
            int before = 0;
            for (int t : inputs) {
                placed.set(t);
                previous.set(t, before + 1);
                before = t;
            }
            empty = false;
        }
    }
}

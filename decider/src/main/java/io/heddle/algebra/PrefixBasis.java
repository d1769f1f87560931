package io.heddle.algebra;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    /** A linear term that is used in other than sums, and how many inputs it is a sum of. */
    private record Sum(int term, int length) {}

    /** Finds the sums. */
    private static final class Search {
        private static final long MOST_KEPT_BITS = 1L << 28;

        private final TermStore store;
        private final FanOut fanOut;
        private final BitSet linear = new BitSet(); // sums of inputs with constant factors
        private final BitSet nonlinearUse = new BitSet(); // linear terms used in other than sums
        private final BitSet placed = new BitSet();
        private final Map<Integer, BitSet> inputsOfSummands = new HashMap<>();
        private final int[] seenBy; // of a term: the number of the last walk that has seen it
        private int walks;
        private int[] open = new int[64];
        private final NodeTable previous;
        private boolean empty = true;

        Search(TermStore store, FanOut fanOut) {
            this.store = store;
            this.fanOut = fanOut;
            this.previous = new NodeTable(store.size());
            this.seenBy = new int[fanOut.top() + 1];
        }

        PrefixBasis basis() {
            for (int t = 1; t <= fanOut.top(); t++) {
                if (fanOut.isReached(t)) {
                    classify(t);
                }
            }
            List<Sum> sums = new ArrayList<>();
            for (int t = nonlinearUse.nextSetBit(0); t >= 0; t = nonlinearUse.nextSetBit(t + 1)) {
                if (Canonicalizer.isComposite(store.op(t))) {
                    int length = length(t);
                    if (length >= MIN_LENGTH) {
                        sums.add(new Sum(t, length));
                    }
                }
            }
            // the longest first; of equally long ones the first, whose chain is then sparse
            sums.sort((x, y) -> Integer.compare(y.length(), x.length()));
            for (Sum sum : sums) {
                place(sum.term());
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

        /**
         * How many inputs are below a linear term. The inputs of a long summand that many terms
         * share (the mean in each x_k − μ) are looked for once.
         */
        private int length(int t) {
            int summand = 0;
            List<Integer> inputs = new ArrayList<>();
            for (int operand : store.operands(t)) {
                if (store.op(operand) == Op.ELEMENT) {
                    inputs.add(operand);
                } else if (linear.get(operand)) {
                    if (summand != 0) {
                        return inputs(t, false).length;
                    }
                    summand = operand;
                }
            }
            if (summand == 0) {
                return (int) inputs.stream().distinct().count();
            }
            BitSet below = inputsOfSummand(summand);
            long others = inputs.stream().distinct().filter(x -> !below.get(x)).count();
            return below.cardinality() + (int) others;
        }

        private BitSet inputsOfSummand(int summand) {
            BitSet below = inputsOfSummands.get(summand);
            if (below == null) {
                below = new BitSet();
                for (int input : inputs(summand, false)) {
                    below.set(input);
                }
                if (inputsOfSummands.size() * (long) seenBy.length > MOST_KEPT_BITS) {
                    inputsOfSummands.clear();
                }
                inputsOfSummands.put(summand, below);
            }
            return below;
        }

        /**
         * The inputs below a linear term in the order of the sum; null if {@code unplaced} asks for
         * inputs that have no place yet and one has.
         */
        private int[] inputs(int root, boolean unplaced) {
            int[] found = new int[16];
            int size = 0;
            int walk = ++walks;
            open[0] = root;
            for (int n = 1; n > 0; ) {
                int t = open[--n];
                if (seenBy[t] == walk || !linear.get(t)) {
                    continue;
                }
                seenBy[t] = walk;
                if (store.op(t) == Op.ELEMENT) {
                    if (size == found.length) {
                        found = Arrays.copyOf(found, size * 2);
                    }
                    found[size++] = t;
                    continue;
                }
                for (int operand : store.operands(t)) {
                    if (unplaced && placed.get(operand)) {
                        return null;
                    }
                    if (n == open.length) {
                        open = Arrays.copyOf(open, n * 2);
                    }
                    open[n++] = operand;
                }
            }
            return Arrays.copyOf(found, size);
        }

        /** Gives the inputs of a sum their places; an input has one place, in one chain. */
        private void place(int sum) {
            int[] inputs = inputs(sum, true);
            if (inputs == null) {
                return;
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

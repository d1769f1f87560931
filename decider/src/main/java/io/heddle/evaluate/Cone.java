package io.heddle.evaluate;

import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The terms that some roots reach, renumbered 0 … size−1 in the order of their ids (operands before
 * their users), in flat arrays: the program that every evaluator runs.
 *
 * <p>Node i has operation {@code op[i]} (an {@link Op} ordinal) and operands {@code a[i]}, {@code
 * b[i]}, {@code c[i]}, which are nodes of the cone where the operation has an operand there. A
 * leaf's {@code a} is its position in {@link #leafTerms()}; {@code c} of an operation of the second
 * kind with fewer than three operands is −2. An APPLY keeps its function id in {@code a}; its
 * {@code b} and {@code c} are nodes ({@code c} = −1 where it has one argument).
 */
public final class Cone {
    private static final int ZERO_DEPTH = 6;
    private static final Op[] OPS = Op.values();

    private final TermStore store;
    private final List<Function> functions;
    private final int[] ids; // term ids, ascending; null where the bit set below serves
    private final long[] reached; // bit set over term ids, or null
    private final int[] rank; // rank[w] = number of reached ids below 64·w, or null
    private final byte[] op;
    private final int[] a;
    private final int[] b;
    private final int[] c;
    private final int[] leaves; // nodes of arity 0, ascending
    private final int[] leafTerms; // their term ids
    private final int[] elements; // the ELEMENT nodes among them
    private final int[] elementTerms;
    private BitSet roundedAbove; // on demand

    /** The cone of {@code roots} (0 is skipped), for roots that reach much of the store. */
    public Cone(TermStore store, int... roots) {
        this(store, null, new Reach(store, roots));
    }

    /**
     * @param ids the reached ids, ascending, or null for all in {@code reach}; the cone then keeps
     *     {@code reach}'s arrays
     */
    private Cone(TermStore store, int[] ids, Reach reach) {
        this.store = store;
        this.functions = store.functions();
        this.ids = ids;
        this.reached = ids == null ? reach.reached : null;
        this.rank = ids == null ? reach.rank : null;
        int n = reach.size;
        op = new byte[n];
        a = new int[n];
        b = new int[n];
        c = new int[n];
        leaves = new int[reach.leafCount];
        leafTerms = new int[reach.leafCount];
        elements = new int[reach.elementCount];
        elementTerms = new int[reach.elementCount];
        Filler filler = new Filler(reach);
        if (ids == null) {
            for (int w = 0; w < reach.reached.length; w++) {
                for (long bits = reach.reached[w]; bits != 0; bits &= bits - 1) {
                    filler.fill((w << 6) + Long.numberOfTrailingZeros(bits));
                }
            }
        } else {
            for (int id : ids) {
                filler.fill(id);
            }
        }
    }

    /** Which terms are reached, and the node of each. */
    private static final class Reach {
        private final TermStore store;
        private final long[] reached;
        private final int[] rank;
        private int size;
        private int leafCount;
        private int elementCount;

        /** Room for ids up to {@code greatest}; nothing is reached. */
        Reach(TermStore store, int greatest) {
            this.store = store;
            reached = new long[(greatest >>> 6) + 1];
            rank = new int[reached.length + 1];
        }

        Reach(TermStore store, int[] roots) {
            this(store, Arrays.stream(roots).max().orElse(0));
            for (int root : roots) {
                if (root != 0) {
                    mark(root);
                }
            }
            for (int w = reached.length - 1; w >= 0; w--) {
                markBelow(w);
            }
            for (int w = 0; w < reached.length; w++) {
                rank[w + 1] = rank[w] + Long.bitCount(reached[w]);
            }
            size = rank[reached.length];
        }

        private void mark(int term) {
            reached[term >>> 6] |= 1L << term;
        }

        /**
         * Marks the operands of word w's terms, greatest first, so that marks within w are seen.
         */
        private void markBelow(int w) {
            long pending = reached[w];
            while (pending != 0) {
                int bit = 63 - Long.numberOfLeadingZeros(pending);
                int t = (w << 6) + bit;
                Op o = store.op(t);
                count(o);
                int operands = o == Op.APPLY ? 3 : o.arity();
                if (operands >= 1) {
                    if (o != Op.APPLY) {
                        mark(store.a(t));
                    }
                    if (operands >= 2) {
                        mark(store.b(t));
                    }
                    if (operands == 3 && store.c(t) != 0) {
                        mark(store.c(t));
                    }
                }
                pending = reached[w] & ((1L << bit) - 1);
            }
        }

        private void count(Op o) {
            leafCount += isLeaf(o) ? 1 : 0;
            elementCount += o == Op.ELEMENT ? 1 : 0;
        }

        public int node(int term) {
            int w = term >>> 6;
            return rank[w] + Long.bitCount(reached[w] & ((1L << term) - 1));
        }
    }

    /** Builds the cones of few roots in a great store, in time proportional to each cone. */
    public static final class Builder {
        private final Reach reach;
        private int[] stack = new int[256];

        public Builder(TermStore store) {
            reach = new Reach(store, store.size());
        }

        /** The cone of {@code roots}. */
        public Cone cone(int... roots) {
            int[] ids = collect(roots);
            for (int i = ids.length - 1; i >= 0; i--) {
                reach.rank[ids[i] >>> 6] = i; // at last the word's first
            }
            reach.size = ids.length;
            Cone cone = new Cone(reach.store, ids, reach);
            for (int id : ids) {
                reach.reached[id >>> 6] = 0;
            }
            return cone;
        }

        private int[] collect(int[] roots) {
            TermStore store = reach.store;
            reach.leafCount = 0;
            reach.elementCount = 0;
            int found = 0;
            for (int root : roots) {
                found = push(found, root);
            }
            for (int next = 0; next < found; next++) {
                int t = stack[next];
                Op o = store.op(t);
                reach.count(o);
                int operands = o == Op.APPLY ? 3 : o.arity();
                if (operands >= 1 && o != Op.APPLY) {
                    found = push(found, store.a(t));
                }
                if (operands >= 2) {
                    found = push(found, store.b(t));
                }
                if (operands == 3 && store.c(t) != 0) {
                    found = push(found, store.c(t));
                }
            }
            return ascending(found);
        }

        /** The found ids in order: by their bits where these lie close together, else sorted. */
        private int[] ascending(int found) {
            int[] ids = Arrays.copyOf(stack, found);
            int least = Integer.MAX_VALUE;
            int greatest = 0;
            for (int id : ids) {
                least = Math.min(least, id);
                greatest = Math.max(greatest, id);
            }
            if (((long) greatest - least) >>> 6 > 8L * found) {
                Arrays.sort(ids);
                return ids;
            }
            int next = 0;
            for (int w = least >>> 6; w <= greatest >>> 6; w++) {
                for (long bits = reach.reached[w]; bits != 0; bits &= bits - 1) {
                    ids[next++] = (w << 6) + Long.numberOfTrailingZeros(bits);
                }
            }
            return ids;
        }

        private int push(int found, int term) {
            if (term == 0 || (reach.reached[term >>> 6] >>> term & 1) != 0) {
                return found;
            }
            reach.mark(term);
            if (found == stack.length) {
                stack = Arrays.copyOf(stack, 2 * found);
            }
            stack[found] = term;
            return found + 1;
        }
    }

    private static boolean isLeaf(Op o) {
        return o.arity() == 0 && o != Op.APPLY;
    }

    /** Writes the nodes, in the order of their ids. */
    private final class Filler {
        private final Reach reach;
        private int node;
        private int leaf;
        private int element;

        Filler(Reach reach) {
            this.reach = reach;
        }

        void fill(int t) {
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
                b[node] = reach.node(store.b(t));
                c[node] = store.c(t) == 0 ? -1 : reach.node(store.c(t));
            } else {
                a[node] = reach.node(store.a(t));
                b[node] = o.arity() >= 2 ? reach.node(store.b(t)) : -1;
                c[node] = o.arity() == 3 ? reach.node(store.c(t)) : store.c(t) == 0 ? -1 : -2;
            }
            node++;
        }
    }

    public TermStore store() {
        return store;
    }

    /** The number of nodes. */
    public int size() {
        return op.length;
    }

    /** The node of a term that the roots reach. */
    public int node(int term) {
        if (ids != null) {
            return Arrays.binarySearch(ids, term);
        }
        int w = term >>> 6;
        return rank[w] + Long.bitCount(reached[w] & ((1L << term) - 1));
    }

    /** The node of a term, or a negative number where the roots do not reach it. */
    public int find(int term) {
        if (ids != null) {
            return Arrays.binarySearch(ids, term);
        }
        boolean isReached = term >>> 6 < reached.length && (reached[term >>> 6] >>> term & 1) != 0;
        return isReached ? node(term) : -1;
    }

    /** The term of a node. */
    public int term(int node) {
        if (ids != null) {
            return ids[node];
        }
        int w = Arrays.binarySearch(rank, node);
        w = w < 0 ? -w - 2 : w; // the last word that begins at or before the node
        while (w + 1 < rank.length && rank[w + 1] <= node) {
            w++; // words without terms begin at the same node
        }
        long bits = reached[w];
        for (int skip = node - rank[w]; skip > 0; skip--) {
            bits &= bits - 1;
        }
        return (w << 6) + Long.numberOfTrailingZeros(bits);
    }

    public Op op(int node) {
        return OPS[op[node]];
    }

    /** The operation ordinals, by node; not to be written. */
    byte[] ops() {
        return op;
    }

    /** The first operands, by node; not to be written. */
    public int[] a() {
        return a;
    }

    /** The second operands, by node; not to be written. */
    public int[] b() {
        return b;
    }

    /** The third operands, by node; not to be written. */
    int[] c() {
        return c;
    }

    /** The nodes without operands; not to be written. */
    public int[] leaves() {
        return leaves;
    }

    /** The terms of {@link #leaves()}; not to be written. */
    public int[] leafTerms() {
        return leafTerms;
    }

    /** The input elements among the leaves; not to be written. */
    public int[] elements() {
        return elements;
    }

    /** The terms of {@link #elements()}: the coordinates of a sample point; not to be written. */
    public int[] elementTerms() {
        return elementTerms;
    }

    /** The coordinates of {@code point}, one of {@code whole}, at this cone's elements. */
    public double[] restrict(Cone whole, double[] point) {
        double[] restricted = new double[elementTerms.length];
        for (int i = 0; i < restricted.length; i++) {
            restricted[i] = point[Arrays.binarySearch(whole.elementTerms, elementTerms[i])];
        }
        return restricted;
    }

    /** True if the node, where it is 0, is +0 and not −0 in the kernel. */
    boolean isPositiveZero(int node) {
        return isPositiveZero(node, ZERO_DEPTH);
    }

    private boolean isPositiveZero(int node, int depth) {
        if (depth == 0) {
            return false;
        }
        return switch (op(node)) {
            case ABS, EXP2 -> true;
            case SQRT -> isPositiveZero(a[node], depth - 1);
            case ADD, MAX, MIN ->
                    isPositiveZero(a[node], depth - 1) && isPositiveZero(b[node], depth - 1);
            case MUL ->
                    a[node] == b[node]
                            || isPositiveZero(a[node], depth - 1)
                                    && isPositiveZero(b[node], depth - 1);
            case FMA -> a[node] == b[node] && isPositiveZero(c[node], depth - 1);
            default -> false;
        };
    }

    /** True if an operation with fewer than three operands is of the second kind. */
    boolean isSecondKind(int node) {
        return c[node] == -2;
    }

    /** The operand nodes. */
    public int[] operands(int node) {
        Op o = op(node);
        if (o == Op.APPLY) {
            return arguments(node);
        }
        return switch (o == Op.ARGS ? 0 : o.arity()) {
            case 0 -> new int[0];
            case 1 -> new int[] {a[node]};
            case 2 -> new int[] {a[node], b[node]};
            default -> new int[] {a[node], b[node], c[node]};
        };
    }

    /** How many nodes the node's value is made of, without allocating; see {@link #part}. */
    public int parts(int node) {
        int o = op[node];
        if (o == Op.APPLY.ordinal()) {
            return c[node] < 0 ? 1 : 2;
        }
        return OPS[o].arity();
    }

    /** One of the nodes that the node's value is made of: an operand, or an ARGS node. */
    public int part(int node, int k) {
        int place = op[node] == Op.APPLY.ordinal() ? k + 1 : k;
        return place == 0 ? a[node] : place == 1 ? b[node] : c[node];
    }

    /** True if the node is an arithmetic operation on floats, which rounds on the machine. */
    boolean rounds(int node) {
        return switch (op(node)) {
            case ADD, SUB, MUL, DIV, FMA, EXP2, LOG2, SQRT -> !store.isInteger(term(node));
            case APPLY -> !function(node).integer();
            default -> false;
        };
    }

    /** True if an operation that rounds uses the node, directly or indirectly. */
    boolean isRoundedAbove(int node) {
        if (roundedAbove == null) {
            roundedAbove = BitPatterns.roundedAbove(this);
        }
        return roundedAbove.get(node);
    }

    /** The function of an APPLY node. */
    public Function function(int node) {
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

    /** True if a node has an operand among {@code nodes}. */
    public boolean isAbove(BitSet nodes, int node) {
        boolean above = false;
        for (int k = 0; k < parts(node); k++) {
            above |= nodes.get(part(node, k));
        }
        return above;
    }

    /** Those of {@code nodes} that have no other of them as an operand. */
    public BitSet lowest(BitSet nodes) {
        BitSet lowest = new BitSet();
        nodes.stream().filter(n -> !isAbove(nodes, n)).forEach(lowest::set);
        return lowest;
    }
}

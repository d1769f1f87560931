package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of terms for the lanes of a warp. Terms are computed in stages: those of a later stage
 * depend on variables that change more often.
 */
final class TermValues {
    static final int LANES = 32;

    private static final int ALL = -1;
    private static final long MOST_ITERATIONS = 20_000; // of a loop

    private final LoopEnds ends;
    private final Map<BitTerm, Integer> stages = new HashMap<>(); // of variables
    private final List<List<Node>> nodes = new ArrayList<>(); // by stage, operands first
    private final Map<BitTerm, Node> made = new HashMap<>();

    /**
     * Values of no terms yet.
     *
     * @param stages of computation
     */
    TermValues(LoopEnds ends, int stages) {
        this.ends = ends;
        for (int k = 0; k < stages; k++) {
            nodes.add(new ArrayList<>());
        }
    }

    /** A term and its values. */
    static final class Node {
        private final BitTerm term;
        private final List<Node> operands;
        private final int stage;
        private final int last; // lane: 0 if all have one value
        private final long[] values;
        private final Loop loop; // whose last iteration it is, or which it says is reached
        private int unknown; // lanes whose value data decide

        private Node(BitTerm term, List<Node> operands, int stage, boolean perLane, Loop loop) {
            this.term = term;
            this.operands = operands;
            this.stage = stage;
            this.loop = loop;
            last = perLane ? LANES - 1 : 0;
            values = new long[last + 1];
        }

        BitTerm term() {
            return term;
        }

        List<Node> operands() {
            return operands;
        }

        /** The lanes that have values of their own: all, or one for all. */
        int lanes() {
            return last + 1;
        }

        /** The value of a lane, without a sign. */
        long value(int lane) {
            return values[lane & last];
        }

        /** The lanes whose value data decide. */
        int unknown() {
            return unknown;
        }

        /** The lanes where a condition holds, as far as that is known. */
        int holds() {
            int lanes = 0;
            for (int lane = 0; lane < LANES; lane++) {
                lanes |= value(lane) != 0 ? 1 << lane : 0;
            }
            return lanes & ~unknown;
        }

        /** True if it is computed before a stage. */
        boolean isBefore(int other) {
            return stage < other;
        }
    }

    /** The iterations of a loop: which lanes make how many. */
    private static final class Loop {
        private final Node counter;
        private final Node goesOn;
        private final List<Node> inside; // that depend on the counter
        private final LoopStride stride;
        private final long[] least = new long[LANES]; // the last iteration for certain
        private final long[] most = new long[LANES]; // the last one if data so decide

        Loop(Node counter, Node goesOn, List<Node> inside) {
            this.counter = counter;
            this.goesOn = goesOn;
            this.inside = inside;
            stride = new LoopStride(counter, inside);
        }
    }

    /** Says at which stage a variable gets its values. */
    void declare(BitTerm variable, int stage) {
        stages.put(variable, stage);
    }

    /** The values of a term. */
    Node node(BitTerm t) {
        return node(t, made, null, null);
    }

    /** True if a term has a node. */
    boolean has(BitTerm t) {
        return made.containsKey(t);
    }

    /** Sets the value that all lanes have of a variable. */
    void set(Node variable, long value) {
        java.util.Arrays.fill(variable.values, value);
    }

    /** Sets the value that a lane has of a variable of lanes. */
    void set(Node variable, int lane, long value) {
        variable.values[lane & variable.last] = value;
    }

    /** Computes the terms of a stage. */
    void compute(int stage) {
        nodes.get(stage).forEach(this::compute);
    }

    /** The least and the greatest number of the last iteration that a lane makes. */
    long last(Node end, int lane, boolean most) {
        return most ? end.loop.most[lane] : end.loop.least[lane];
    }

    // ---------------------------------------------------------------- making nodes

    /**
     * Makes the node of a term.
     *
     * @param scope the nodes of the loop whose end is being made, or all
     * @param counter the variable of that loop, or null
     * @param inside the nodes that depend on it
     */
    private Node node(BitTerm t, Map<BitTerm, Node> scope, BitTerm counter, List<Node> inside) {
        Node known = scope.get(t);
        if (known == null && counter != null && !dependsOn(t, counter, new HashMap<>())) {
            known = node(t, made, null, null);
        }
        if (known != null) {
            return known;
        }
        boolean end = ends.isLast(t) || ends.isReaching(t);
        boolean ofData = t.op() == BitOp.APPLY && !end;
        List<Node> operands = new ArrayList<>();
        for (BitTerm o : ofData ? List.<BitTerm>of() : t.operands()) {
            operands.add(node(o, scope, counter, inside));
        }
        if (end && counter != null) {
            throw new NoFormulaException("the end of a loop depends on that of another one");
        }
        int around = t.operands().size() - (ends.isReaching(t) ? 1 : 0);
        Loop loop = end ? loop(t, t.operands().subList(0, around)) : null;
        int stage = stages.getOrDefault(t, 0);
        boolean perLane = t.op() == BitOp.VARIABLE && t.name().startsWith("threadIdx.") || end;
        for (Node o : operands) {
            stage = Math.max(stage, o.stage);
            perLane |= o.last != 0;
        }
        if (loop != null) {
            stage = Math.max(stage, loop.goesOn.stage);
        }
        Node n = new Node(t, operands, stage, perLane, loop);
        scope.put(t, n);
        if (counter != null) {
            inside.add(n);
        } else {
            nodes.get(stage).add(n);
        }
        return n;
    }

    private Loop loop(BitTerm t, List<BitTerm> around) {
        BitTerm counter = ends.counter(t);
        Map<BitTerm, Node> scope = new HashMap<>();
        List<Node> inside = new ArrayList<>();
        Node k = new Node(counter, List.of(), 0, false, null);
        scope.put(counter, k);
        Node goesOn = node(ends.goesOn(t, around), scope, counter, inside);
        return new Loop(k, goesOn, inside);
    }

    /** True if the value of a term depends on a counter, as far as that value is known. */
    private boolean dependsOn(BitTerm t, BitTerm counter, Map<BitTerm, Boolean> known) {
        Boolean depends = known.get(t);
        if (depends == null) {
            boolean ofData = t.op() == BitOp.APPLY && !ends.isLast(t) && !ends.isReaching(t);
            depends =
                    t == counter
                            || !ofData
                                    && t.operands().stream()
                                            .anyMatch(o -> dependsOn(o, counter, known));
            known.put(t, depends);
        }
        return depends;
    }

    // ---------------------------------------------------------------- computing

    private void compute(Node n) {
        BitTerm t = n.term;
        if (n.loop != null) {
            end(n);
            return;
        }
        switch (t.op()) {
            case CONSTANT -> n.values[0] = TermValue.constant(t);
            case VARIABLE -> n.unknown = stages.containsKey(t) ? 0 : ALL;
            case APPLY -> n.unknown = ALL;
            case AND, OR -> junction(n, t.op() == BitOp.AND);
            case ITE -> choice(n);
            default -> {
                n.unknown = 0;
                for (Node o : n.operands) {
                    n.unknown |= o.unknown;
                }
                for (int lane = 0; lane <= n.last; lane++) {
                    n.values[lane] = value(n, lane);
                }
            }
        }
    }

    private static long value(Node n, int lane) {
        BitTerm t = n.term;
        if (n.operands.size() == 1) {
            return TermValue.of(t, n.operands.get(0).value(lane));
        }
        long value = n.operands.get(0).value(lane);
        for (int k = 1; k < n.operands.size(); k++) {
            value = TermValue.of(t, value, n.operands.get(k).value(lane));
        }
        return value;
    }

    private static void junction(Node n, boolean isAnd) {
        int certain = isAnd ? ALL : 0;
        int possible = certain;
        for (Node o : n.operands) {
            int holds = o.holds();
            certain = isAnd ? certain & holds : certain | holds;
            int may = holds | o.unknown;
            possible = isAnd ? possible & may : possible | may;
        }
        n.unknown = possible & ~certain;
        for (int lane = 0; lane <= n.last; lane++) {
            n.values[lane] = (certain & 1 << lane) != 0 ? 1 : 0;
        }
    }

    private static void choice(Node n) {
        Node condition = n.operands.get(0);
        int holds = condition.holds();
        Node a = n.operands.get(1);
        Node b = n.operands.get(2);
        n.unknown = condition.unknown | holds & a.unknown | ~holds & b.unknown;
        for (int lane = 0; lane <= n.last; lane++) {
            n.values[lane] = (holds >>> lane & 1) != 0 ? a.value(lane) : b.value(lane);
        }
    }

    // ---------------------------------------------------------------- loops

    private void end(Node n) {
        Loop loop = n.loop;
        iterate(loop);
        boolean reaching = ends.isReaching(n.term);
        Node iteration = reaching ? n.operands.get(n.operands.size() - 1) : null;
        n.unknown = reaching ? iteration.unknown : 0;
        for (int lane = 0; lane < LANES; lane++) {
            long value = reaching ? iteration.value(lane) : 0;
            boolean open =
                    reaching
                            ? value > loop.least[lane] && value <= loop.most[lane]
                            : loop.least[lane] != loop.most[lane];
            n.unknown |= open ? 1 << lane : 0;
            n.values[lane] = reaching ? value <= loop.least[lane] ? 1 : 0 : loop.least[lane];
        }
    }

    /** Finds the last iterations of a loop by executing it, one of each that are alike. */
    private void iterate(Loop loop) {
        int certain = ALL;
        int possible = ALL;
        loop.stride.begin();
        long k = 0;
        while (possible != 0 && k < MOST_ITERATIONS) {
            loop.counter.values[0] = k;
            loop.inside.forEach(this::compute);
            int on = loop.goesOn.holds();
            int ended = certain & ~on;
            int over = possible & ~on & ~loop.goesOn.unknown;
            for (int m = ended; m != 0; m &= m - 1) {
                loop.least[Integer.numberOfTrailingZeros(m)] = k;
            }
            for (int m = over; m != 0; m &= m - 1) {
                loop.most[Integer.numberOfTrailingZeros(m)] = k;
            }
            certain &= ~ended;
            possible &= ~over;
            if (loop.inside.isEmpty()) {
                break; // it stays as it is
            }
            k += Math.min(loop.stride.next(possible), MOST_ITERATIONS);
        }
        for (int m = certain; m != 0; m &= m - 1) {
            loop.least[Integer.numberOfTrailingZeros(m)] = 0; // of a lane that does not enter it
        }
        for (int m = possible; m != 0; m &= m - 1) {
            loop.most[Integer.numberOfTrailingZeros(m)] = Long.MAX_VALUE;
        }
    }
}

package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.solver.SolverProcess;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks the solver whether conditions can hold together. */
final class Asker {
    private static final int MOST_AXIOMS = 5_000;
    private static final long NANOS_IN_MILLI = 1_000_000;
    private static final int FEW_AXIOMS = 60;
    private static final int MANY_AXIOMS = 400;
    private static final int MOST_LEVELS = Integer.MAX_VALUE - 1;
    private static final int MOST_OF_ONE = 6; // function whose applications are seen together

    private final SolverProcess solver;
    private long deadline;
    private int asked;

    /**
     * Asks a solver.
     *
     * @param deadline by {@link System#nanoTime}, after which nothing is known
     */
    Asker(SolverProcess solver, long deadline) {
        this.solver = solver;
        this.deadline = deadline;
    }

    /** How long a question may take: steps of the solver, and time if it makes few steps. */
    enum Patience {
        /** Most questions that have an answer have it by then. */
        SOON(800_000, 6_000),
        /** Twice as long. */
        SOMETIME(1_500_000, 6_000),
        /** As long as the solver is given, and over bit vectors, too. */
        AT_LAST(SolverProcess.MOST_STEPS, Long.MAX_VALUE);

        private final int steps;
        private final long millis;

        Patience(int steps, long millis) {
            this.steps = steps;
            this.millis = millis;
        }
    }

    /** Asks nothing that is not begun so many nanoseconds from now. */
    void endIn(long nanos) {
        long end = System.nanoTime() + nanos;
        deadline = end - deadline < 0 ? end : deadline;
    }

    /** Moves the deadline. */
    void extend(long nanoTime) {
        deadline = nanoTime;
    }

    boolean isLate() {
        return System.nanoTime() - deadline > 0;
    }

    /**
     * An answer.
     *
     * @param can whether the conditions can hold together; null if the solver does not know
     * @param model under which they do
     */
    record Answer(Boolean can, Model model) {
        static final Answer NO = new Answer(false, null);
        static final Answer UNKNOWN = new Answer(null, null);

        boolean isFinal() {
            return model != null || Boolean.FALSE.equals(can);
        }
    }

    /** The number of scripts so far. */
    int asked() {
        return asked;
    }

    /** Asks, as long as it may take. */
    Answer ask(List<BitTerm> conditions, List<BitTerm> assumed, Knowledge known) {
        return ask(conditions, assumed, known, Patience.AT_LAST);
    }

    /**
     * Asks.
     *
     * @param assumed conditions that hold, of which those that concern other variables are left out
     *     at first
     * @param known what is known of a function where it is applied; null if nothing is
     * @param patience how long each way to ask may take
     */
    Answer ask(
            List<BitTerm> conditions, List<BitTerm> assumed, Knowledge known, Patience patience) {
        if (conditions.stream().anyMatch(t -> t.is(0))) {
            return Answer.NO;
        }
        Set<BitTerm> variables = variables(conditions);
        List<BitTerm> some = new ArrayList<>(conditions);
        List<BitTerm> all = new ArrayList<>(conditions);
        for (BitTerm a : assumed) {
            all.add(a);
            if (variables.containsAll(variables(List.of(a)))) {
                some.add(a);
            }
        }
        if (some.size() < all.size()) {
            List<BitTerm> axioms = near(some, known);
            List<BitTerm> complete = new ArrayList<>(some);
            complete.addAll(axioms != null ? axioms : axioms(some, known, MOST_LEVELS));
            Answer answer = overIntegers(complete, Products.Kind.ROWS, patience);
            if (Boolean.FALSE.equals(answer.can())) {
                return Answer.NO;
            }
        }
        return ask(all, known, patience);
    }

    /** True if the integers say within a few seconds that the conditions cannot hold together. */
    boolean cannot(List<BitTerm> conditions, List<BitTerm> assumed, Knowledge known) {
        List<BitTerm> all = new ArrayList<>(conditions);
        all.addAll(assumed);
        if (isNear(all, known, Patience.SOMETIME)) {
            return true;
        }
        all.addAll(axioms(all, known, MOST_LEVELS));
        for (Products.Kind kind : List.of(Products.Kind.ROWS, Products.Kind.EXACT)) {
            Answer answer = overIntegers(all, kind, Patience.SOMETIME);
            if (answer.isFinal()) {
                return Boolean.FALSE.equals(answer.can());
            }
        }
        return false;
    }

    private static Set<BitTerm> variables(List<BitTerm> all) {
        Set<BitTerm> seen = new HashSet<>();
        Set<BitTerm> variables = new HashSet<>();
        ArrayDeque<BitTerm> work = new ArrayDeque<>(all);
        while (!work.isEmpty()) {
            BitTerm t = work.pop();
            if (seen.add(t)) {
                work.addAll(t.operands());
                if (t.op() == BitOp.VARIABLE) {
                    variables.add(t);
                }
            }
        }
        return variables;
    }

    private Answer ask(List<BitTerm> conditions, Knowledge known, Patience patience) {
        if (isNear(conditions, known, patience)) {
            return Answer.NO;
        }
        List<BitTerm> all = new ArrayList<>(conditions);
        all.addAll(axioms(conditions, known, MOST_LEVELS));
        for (Products.Kind kind : Products.Kind.values()) {
            boolean seldom = kind == Products.Kind.SECOND_ROWS; // helps: soon, or not at all
            Answer integers = overIntegers(all, kind, seldom ? Patience.SOON : patience);
            if (integers.isFinal() || isLate()) {
                return integers;
            }
        }
        if (patience != Patience.AT_LAST) {
            return Answer.UNKNOWN;
        }
        Script vectors = new Script();
        VectorText text = new VectorText(vectors);
        all.forEach(text::require);
        return answer(vectors, patience);
    }

    /** Without a model if what was written is not exact. */
    private Answer overIntegers(List<BitTerm> conditions, Products.Kind kind, Patience patience) {
        Script script = new Script();
        IntegerText text = new IntegerText(script, kind, conditions);
        if (kind == Products.Kind.SECOND_ROWS && !text.hasProducts()) {
            return Answer.UNKNOWN; // as it was before
        }
        Answer answer = answer(script, patience);
        boolean exact = text.isExact() && (kind == Products.Kind.EXACT || !text.hasProducts());
        return Boolean.TRUE.equals(answer.can()) && !exact ? Answer.UNKNOWN : answer;
    }

    private Answer answer(Script script, Patience patience) {
        if (isLate()) {
            return Answer.UNKNOWN;
        }
        asked++;
        long left = (deadline - System.nanoTime()) / NANOS_IN_MILLI;
        String text =
                solver.answer(
                        script.text(),
                        script.values(),
                        Math.min(left, patience.millis),
                        patience.steps);
        int line = text.indexOf('\n');
        String verdict = line < 0 ? text.strip() : text.substring(0, line).strip();
        return switch (verdict) {
            case "unsat" -> Answer.NO;
            case "sat" ->
                    new Answer(true, Model.read(text.substring(line + 1), script.shown().values()));
            case "unknown", "", "timeout" -> Answer.UNKNOWN;
            default -> throw new IllegalStateException(text.strip() + " for\n" + script.text());
        };
    }

    /**
     * True if the conditions cannot hold together because of what is known of the functions in
     * them. It is not asked where all that is known is hardly more.
     */
    private boolean isNear(List<BitTerm> conditions, Knowledge known, Patience patience) {
        List<BitTerm> axioms = near(conditions, known);
        if (axioms == null) {
            return false;
        }
        List<BitTerm> some = new ArrayList<>(conditions);
        some.addAll(axioms);
        Answer answer = overIntegers(some, Products.Kind.ROWS, patience);
        return Boolean.FALSE.equals(answer.can());
    }

    /**
     * What is known of the functions in conditions, where it makes many others be known: inner
     * loops on data say more and more of what concerns no question. Null where it does not.
     */
    private static List<BitTerm> near(List<BitTerm> conditions, Knowledge known) {
        if (axioms(conditions, known, MOST_LEVELS).size() <= MANY_AXIOMS) {
            return null;
        }
        List<BitTerm> two = axioms(conditions, known, 2);
        return two.size() <= FEW_AXIOMS ? two : axioms(conditions, known, 1);
    }

    /**
     * What is known of functions where they are applied.
     *
     * @param levels 1 for what is known of those in the conditions, 2 for what is known of those in
     *     that, too, and so on
     */
    private static List<BitTerm> axioms(List<BitTerm> conditions, Knowledge known, int levels) {
        List<BitTerm> axioms = new ArrayList<>();
        Map<BitTerm, Integer> level = new HashMap<>();
        conditions.forEach(c -> level.put(c, 1));
        Set<BitTerm> seen = new HashSet<>();
        Map<String, Integer> times = new HashMap<>();
        List<BitTerm> applied = new ArrayList<>();
        ArrayDeque<BitTerm> work = new ArrayDeque<>(conditions);
        while (!work.isEmpty()) {
            BitTerm t = work.pop();
            if (!seen.add(t)) {
                continue;
            }
            int at = level.get(t);
            t.operands().forEach(o -> level.merge(o, at, Math::min));
            work.addAll(t.operands());
            if (t.op() != BitOp.APPLY || at > levels) {
                continue;
            }
            List<BitTerm> of = new ArrayList<>();
            of.add(known.of(t));
            if (times.merge(t.name(), 1, Integer::sum) <= MOST_OF_ONE) {
                applied.add(t);
                applied.forEach(a -> of.add(known.together(t, a)));
            }
            for (BitTerm axiom : of) {
                if (axiom != null && axioms.size() < MOST_AXIOMS) {
                    axioms.add(axiom);
                    level.putIfAbsent(axiom, at + 1);
                    work.add(axiom);
                }
            }
        }
        return axioms;
    }
}

package io.heddle.value;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Bounds.Interval;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What conditions and terms are where one integer of the inputs lies in an interval. It is found by
 * evaluation in intervals, which are halved where that does not tell: a guard such as {@code i >= 0
 * && i < n} leaves an integer exactly the numbers that pass it, also in an unsigned spelling.
 */
public final class OneInteger {
    private static final int MAX_DEPTH = 200;
    private static final int MAX_EVALUATIONS = 2_000;
    private static final int MAX_STRETCHES = 64;
    private static final int TRUE = 1;
    private static final int FALSE = 0;
    private static final int OPEN = -1;

    private final TermStore store;
    private final Bounds bounds;
    private final int integer;
    private int evaluations = MAX_EVALUATIONS;

    /**
     * @param integer an element of a tensor of integers, or what is read of one where data decide
     */
    public OneInteger(TermStore store, Bounds bounds, int integer) {
        this.store = store;
        this.bounds = bounds;
        this.integer = integer;
    }

    /**
     * Slope and constant of a term that is linear in the integer.
     *
     * @param slope the factor of the integer
     * @param constant what is added
     */
    public record Line(Rational slope, Rational constant) {
        /** The value where the integer is {@code x}. */
        public Rational at(Rational x) {
            return slope.multiply(x).add(constant);
        }
    }

    /** The elements that a term is made of; those of its indices do not count. */
    public static SortedSet<Integer> inputs(TermStore store, int term) {
        SortedSet<Integer> inputs = new TreeSet<>();
        TermWalk walk = new TermWalk(term);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            boolean read = store.op(t) == Op.APPLY && store.functionOf(t).readsTensor();
            if (read || store.op(t) == Op.ELEMENT) {
                inputs.add(t);
            } else {
                walk.open(store.operands(t));
            }
        }
        return inputs;
    }

    /**
     * Ascending stretches that hold every value of the integer at which {@code path} holds, and as
     * few others as can be told; none if it never holds. Empty if the integer has no bounds.
     */
    public Optional<List<Interval>> where(int path) {
        Interval all = bounds.of(integer);
        if (all.low() == null || all.high() == null) {
            return Optional.empty();
        }
        List<Interval> left = List.of(all);
        for (int condition : conditions(path)) {
            left = where(condition, left);
        }
        return Optional.of(left);
    }

    /** The conjuncts of {@code path} that speak of the integer alone. */
    public List<Integer> conditions(int path) {
        List<Integer> conditions = new ArrayList<>();
        TermWalk walk = new TermWalk(path);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (store.op(t) == Op.AND) {
                walk.open(store.operands(t));
            } else if (inputs(store, t).equals(new TreeSet<>(List.of(integer)))) {
                conditions.add(t);
            }
        }
        return conditions;
    }

    /** False if one of some conditions never holds where the integer is {@code x}. */
    public boolean mayHold(List<Integer> conditions, Rational x) {
        Interval only = new Interval(x, x);
        return conditions.stream().noneMatch(c -> decide(c, only, 0) == FALSE);
    }

    /** True if a condition certainly holds where the integer is {@code x}. */
    boolean holds(int condition, Rational x) {
        return decide(condition, new Interval(x, x), 0) == TRUE;
    }

    /**
     * The bounds of a term where a path holds, that of a single float, too; null if it never does.
     */
    public static Interval bounds(TermStore store, Bounds bounds, int term, int path) {
        Interval all = bounds.ofSum(term);
        SortedSet<Integer> inputs = inputs(store, term);
        if (inputs.size() != 1) {
            return all;
        }
        OneInteger one = new OneInteger(store, bounds, inputs.first());
        Optional<List<Interval>> where =
                store.isInteger(inputs.first())
                        ? one.where(path)
                        : Optional.of(new FloatGuards(store, bounds, inputs.first()).parts(path));
        if (where.isEmpty()) {
            return all;
        }
        Interval some = null;
        for (Interval i : where.get()) {
            Interval here = one.of(term, i);
            some = some == null ? here : some.hull(here);
        }
        return some;
    }

    /** How many integers lie in some stretches. */
    public static Rational count(List<Interval> stretches) {
        Rational count = Rational.ZERO;
        for (Interval i : stretches) {
            count = count.add(i.high().subtract(i.low())).add(Rational.ONE);
        }
        return count;
    }

    private List<Interval> where(int condition, List<Interval> start) {
        List<Interval> found = new ArrayList<>();
        Deque<Interval> work = new ArrayDeque<>(start);
        evaluations = MAX_EVALUATIONS;
        while (!work.isEmpty()) {
            Interval i = work.pop();
            int holds = decide(condition, i, 0);
            boolean single = i.low().equals(i.high());
            if (holds == OPEN && !single && evaluations-- > 0) {
                Rational middle =
                        Rational.of(i.low().add(i.high()).multiply(Rational.HALF).floor());
                work.push(new Interval(middle.add(Rational.ONE), i.high()));
                work.push(new Interval(i.low(), middle));
            } else if (holds != FALSE) {
                add(i, found);
            }
        }
        return found;
    }

    private static void add(Interval next, List<Interval> to) {
        int last = to.size() - 1;
        if (last >= 0
                && (to.get(last).high().add(Rational.ONE).equals(next.low())
                        || last >= MAX_STRETCHES)) {
            to.set(last, to.get(last).hull(next));
        } else {
            to.add(next);
        }
    }

    /** TRUE or FALSE where a condition is so on all of an interval, else OPEN. */
    private int decide(int condition, Interval x, int depth) {
        if (depth > MAX_DEPTH || isComparison(condition) && bounds.isDecidedByRounding(condition)) {
            return OPEN;
        }
        int a = store.op(condition) == Op.TRUE ? 0 : store.a(condition);
        int b = store.op(condition) == Op.TRUE ? 0 : store.b(condition);
        switch (store.op(condition)) {
            case TRUE:
                return TRUE;
            case FALSE:
                return FALSE;
            case NOT:
                int inner = decide(a, x, depth + 1);
                return inner == OPEN ? OPEN : 1 - inner;
            case AND:
                return connective(FALSE, decide(a, x, depth + 1), decide(b, x, depth + 1));
            case OR:
                return connective(TRUE, decide(a, x, depth + 1), decide(b, x, depth + 1));
            case LT:
                return less(of(a, x, depth + 1), of(b, x, depth + 1));
            case LE:
                int greater = less(of(b, x, depth + 1), of(a, x, depth + 1));
                return greater == OPEN ? OPEN : 1 - greater;
            case EQ:
                return equal(of(a, x, depth + 1), of(b, x, depth + 1));
            default:
                return OPEN;
        }
    }

    private boolean isComparison(int condition) {
        return switch (store.op(condition)) {
            case LT, LE, EQ -> true;
            default -> false;
        };
    }

    private static int connective(int absorbing, int a, int b) {
        if (a == absorbing || b == absorbing) {
            return absorbing;
        }
        return a == OPEN || b == OPEN ? OPEN : 1 - absorbing;
    }

    private static int less(Interval a, Interval b) {
        if (a.high() != null && b.low() != null && a.high().compareTo(b.low()) < 0) {
            return TRUE;
        }
        boolean never = a.low() != null && b.high() != null && a.low().compareTo(b.high()) >= 0;
        return never ? FALSE : OPEN;
    }

    private static int equal(Interval a, Interval b) {
        if (less(a, b) == TRUE || less(b, a) == TRUE) {
            return FALSE;
        }
        boolean same =
                a.low() != null
                        && a.low().equals(a.high())
                        && a.low().equals(b.low())
                        && a.low().equals(b.high());
        return same ? TRUE : OPEN;
    }

    /** The bounds of a term where the integer lies in an interval. */
    public Interval of(int term, Interval x) {
        return of(term, x, 0);
    }

    private Interval of(int t, Interval x, int depth) {
        if (t == integer) {
            return bounds.onMachine(t, x);
        }
        if (depth > MAX_DEPTH || !store.isFinite(t)) {
            return Interval.ALL;
        }
        if (bounds.isRounded(t)) {
            return bounds.of(t);
        }
        int next = depth + 1;
        return switch (store.op(t)) {
            case ADD -> of(store.a(t), x, next).plus(of(store.b(t), x, next));
            case SUB ->
                    of(store.a(t), x, next)
                            .plus(of(store.b(t), x, next).scaled(Rational.MINUS_ONE));
            case NEG -> of(store.a(t), x, next).scaled(Rational.MINUS_ONE);
            case MUL -> of(store.a(t), x, next).times(of(store.b(t), x, next));
            case FMA ->
                    of(store.a(t), x, next)
                            .times(of(store.b(t), x, next))
                            .plus(of(store.c(t), x, next));
            case FLOOR, CEIL, TRUNC, RINT -> of(store.a(t), x, next).rounded(store.op(t));
            case ABS -> of(store.a(t), x, next).magnitude();
            case MIN -> Bounds.least(of(store.a(t), x, next), of(store.b(t), x, next));
            case MAX -> Bounds.greatest(of(store.a(t), x, next), of(store.b(t), x, next));
            case ITE -> choice(t, x, next);
            default -> bounds.of(t);
        };
    }

    private Interval choice(int t, Interval x, int depth) {
        int holds = decide(store.a(t), x, depth);
        if (holds != OPEN) {
            return of(holds == TRUE ? store.b(t) : store.c(t), x, depth);
        }
        return of(store.b(t), x, depth).hull(of(store.c(t), x, depth));
    }

    /** The line that a term is on an interval, if it is one. */
    public Optional<Line> line(int term, Interval x) {
        return Optional.ofNullable(line(term, x, new HashMap<>(), 0));
    }

    private Line line(int t, Interval x, Map<Integer, Line> done, int depth) {
        if (bounds.isRounded(t)) {
            return null; // a step, where it becomes an integer again
        }
        if (t == integer) {
            return new Line(Rational.ONE, Rational.ZERO);
        }
        if (depth > MAX_DEPTH) {
            return null;
        }
        if (done.containsKey(t)) {
            return done.get(t);
        }
        int next = depth + 1;
        Line line =
                switch (store.op(t)) {
                    case RATIONAL, LITERAL -> new Line(Rational.ZERO, store.rationalValue(t));
                    case ADD -> sum(of(t, 0, x, done, next), of(t, 1, x, done, next));
                    case SUB ->
                            sum(
                                    of(t, 0, x, done, next),
                                    times(of(t, 1, x, done, next), Rational.MINUS_ONE));
                    case NEG -> times(of(t, 0, x, done, next), Rational.MINUS_ONE);
                    case MUL -> product(of(t, 0, x, done, next), of(t, 1, x, done, next));
                    case FMA ->
                            sum(
                                    product(of(t, 0, x, done, next), of(t, 1, x, done, next)),
                                    of(t, 2, x, done, next));
                    case ITE -> {
                        int holds = decide(store.a(t), x, depth);
                        yield holds == OPEN ? null : of(t, holds == TRUE ? 1 : 2, x, done, next);
                    }
                    default -> {
                        Interval value = of(t, x, depth);
                        boolean one = value.low() != null && value.low().equals(value.high());
                        yield one ? new Line(Rational.ZERO, value.low()) : null;
                    }
                };
        done.put(t, line);
        return line;
    }

    private Line of(int t, int operand, Interval x, Map<Integer, Line> done, int depth) {
        return line(store.operands(t)[operand], x, done, depth);
    }

    private static Line sum(Line a, Line b) {
        return a == null || b == null
                ? null
                : new Line(a.slope.add(b.slope), a.constant.add(b.constant));
    }

    private static Line times(Line a, Rational factor) {
        return a == null ? null : new Line(a.slope.multiply(factor), a.constant.multiply(factor));
    }

    private static Line product(Line a, Line b) {
        if (a == null || b == null || !a.slope.isZero() && !b.slope.isZero()) {
            return null;
        }
        return a.slope.isZero() ? times(b, a.constant) : times(a, b.constant);
    }
}

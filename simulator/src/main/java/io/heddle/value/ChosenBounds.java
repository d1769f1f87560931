package io.heddle.value;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Bounds.Interval;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Between which numbers an integer lies that floats decide, also where they are rounded: each
 * comparison may go either way, but one way wherever it occurs, and an integer that was a float may
 * be any that clamps and comparisons with constants leave. What a float is does not matter but for
 * minima, maxima and constants, which every format keeps in their order.
 *
 * <p>{@code low} and {@code high} of a binary search are chosen by the same comparisons, so that
 * the middle lies between them in every case.
 */
public final class ChosenBounds {
    private static final int MAX_DEPTH = 400;
    private static final int MAX_STEPS = 400_000;
    private static final int MAX_PASSES = 3;
    private static final int OPEN = -1;
    private static final Rational LEAST = Rational.powerOfTwo(31).negate();
    private static final Rational GREATEST = Rational.powerOfTwo(31);

    private final TermStore store;
    private final Bounds bounds;
    private final MachineNumbers numbers;
    private final IntPredicate twice;
    private final ClampedFloats floats;
    private final Map<Integer, Boolean> known = new HashMap<>(); // which may be assigned
    private final Map<Integer, Boolean> said = new TreeMap<>(); // by the path, of comparisons
    private int steps;

    /**
     * The least and the greatest number, and for each the comparisons that make it so.
     *
     * @param whole both
     * @param atLow which comparisons hold where it is least; none if that is not known
     * @param atHigh which comparisons hold where it is greatest; none if that is not known
     */
    public record Found(Interval whole, Map<Integer, Boolean> atLow, Map<Integer, Boolean> atHigh) {
        /** The least number. */
        public Rational low() {
            return whole.low();
        }

        /** The greatest number. */
        public Rational high() {
            return whole.high();
        }
    }

    /**
     * @param twice whether the machine may have two numbers for one that a term is made of
     */
    public ChosenBounds(TermStore store, Bounds bounds, IntPredicate twice) {
        this.store = store;
        this.bounds = bounds;
        this.numbers = bounds.numbers();
        this.twice = twice;
        this.floats = new ClampedFloats(store, bounds);
    }

    /**
     * Where {@code term} lies on a path; empty if it has no bounds, or only after too many cases.
     *
     * @param cases how many there may be
     */
    public Optional<Found> of(int term, int path, int cases) {
        begin();
        ChosenCase first = new ChosenCase();
        if (!assumePath(first, path)) {
            return Optional.empty();
        }
        Deque<ChosenCase> work = new ArrayDeque<>();
        work.push(first);
        Found found = null;
        int left = cases;
        while (!work.isEmpty()) {
            ChosenCase c = work.pop();
            if (isExcluded(c)) {
                continue;
            }
            int ofPath = c.open;
            c.open = 0;
            c.done.clear();
            Interval i = of(term, c, 0);
            int open = c.open == 0 ? ofPath : c.open;
            boolean point = i.low() != null && i.low().equals(i.high());
            if (c.never) {
                continue;
            }
            boolean more = !point && open != 0 && left >= 2;
            if (steps < 0 || !more && (i.low() == null || i.high() == null)) {
                return Optional.empty();
            }
            if (more) {
                left--;
                push(c, open, true, work);
                push(c, open, false, work);
            } else {
                found = found == null ? found(i, c) : hull(found, i, c);
            }
        }
        return Optional.ofNullable(found);
    }

    /** Forgets what may have changed: more is known of roundings now. */
    private void begin() {
        steps = MAX_STEPS;
        said.clear();
        known.clear();
        floats.begin();
    }

    private static Found found(Interval i, ChosenCase c) {
        return new Found(i, where(i, c), where(i, c));
    }

    private static Found hull(Found f, Interval i, ChosenCase c) {
        int low = i.low().compareTo(f.whole.low());
        int high = i.high().compareTo(f.whole.high());
        return new Found(
                f.whole.hull(i),
                low < 0 || low == 0 && f.atLow.isEmpty() ? where(i, c) : f.atLow,
                high > 0 || high == 0 && f.atHigh.isEmpty() ? where(i, c) : f.atHigh);
    }

    /** Which comparisons make it one number. */
    private static Map<Integer, Boolean> where(Interval i, ChosenCase c) {
        return i.low().equals(i.high()) ? c.chosen : Map.of();
    }

    private void push(ChosenCase c, int comparison, boolean holds, Deque<ChosenCase> work) {
        ChosenCase next = new ChosenCase(c);
        if (assume(next, comparison, holds)) {
            work.push(next);
        }
    }

    // ---------------------------------------------------------------- comparisons

    /** Assumes what a path says, as far as it can be told; false if it never holds. */
    private boolean assumePath(ChosenCase c, int path) {
        Deque<Integer> work = new ArrayDeque<>();
        work.push(path);
        int left = MAX_DEPTH;
        while (!work.isEmpty() && left-- > 0) {
            int t = work.pop();
            if (store.op(t) == Op.AND) {
                work.push(store.a(t));
                work.push(store.b(t));
            } else if (!assume(c, t, true)) {
                return false;
            }
        }
        said.putAll(c.chosen);
        return true;
    }

    /**
     * True if a path never holds, however the comparisons go.
     *
     * @param cases how many ways to go are looked at
     */
    public boolean isNever(int path, int cases) {
        begin();
        ChosenCase first = new ChosenCase();
        if (!assumePath(first, path)) {
            return true;
        }
        Deque<ChosenCase> work = new ArrayDeque<>();
        work.push(first);
        for (int left = cases; !work.isEmpty(); left--) {
            ChosenCase c = work.pop();
            if (isExcluded(c)) {
                continue;
            }
            if (c.open == 0 || left <= 0 || steps < 0) {
                return false;
            }
            push(c, c.open, true, work);
            push(c, c.open, false, work);
        }
        return true;
    }

    /** True if the path never holds in a case; else the case knows what the path says. */
    private boolean isExcluded(ChosenCase c) {
        for (int n = 0; n < MAX_PASSES; n++) {
            c.changed = false;
            if (isExcludedOnce(c)) {
                return true;
            }
            if (!c.changed) {
                break;
            }
            c.done.clear();
        }
        return false;
    }

    private boolean isExcludedOnce(ChosenCase c) {
        for (Map.Entry<Integer, Boolean> e : said.entrySet()) {
            int holds = compare(e.getKey(), c, 0);
            boolean excluded = holds != OPEN && (holds == 1) != e.getValue();
            if (c.never || excluded || !narrow(c, e.getKey(), e.getValue())) {
                return true;
            }
        }
        return c.never;
    }

    /** Assumes that a condition holds or does not; false if it cannot be so. */
    private boolean assume(ChosenCase c, int condition, boolean holds) {
        switch (store.op(condition)) {
            case TRUE, FALSE:
                return (store.op(condition) == Op.TRUE) == holds;
            case NOT:
                return assume(c, store.a(condition), !holds);
            case AND, OR:
                if ((store.op(condition) == Op.AND) == holds) {
                    return assume(c, store.a(condition), holds)
                            && assume(c, store.b(condition), holds);
                }
                return true;
            default:
                if (!isOne(condition)) {
                    return true;
                }
                Boolean before = c.chosen.put(condition, holds);
                return (before == null || before == holds) && narrow(c, condition, holds);
        }
    }

    /** True if a comparison has one outcome wherever it occurs. */
    private boolean isOne(int comparison) {
        return known.computeIfAbsent(
                comparison,
                t -> !twice.test(t) && !numbers.unordered().isContested(t) && !numbers.mayBeTwo(t));
    }

    /** Notes what a comparison of an integer, or of a float, with a constant says of it. */
    private boolean narrow(ChosenCase c, int comparison, boolean holds) {
        Op op = store.op(comparison);
        if (op != Op.LT && op != Op.LE && (op != Op.EQ || !holds)) {
            return true;
        }
        Part a = part(store.a(comparison), c);
        Part b = part(store.b(comparison), c);
        if ((a.term == 0) == (b.term == 0)
                || !floats.isExact(store.a(comparison))
                || !floats.isExact(store.b(comparison))) {
            return true; // of constants, or of two numbers
        }
        int t = a.term + b.term;
        Rational factor = a.factor.subtract(b.factor);
        boolean whole = store.isInteger(t);
        boolean ofFloats = numbers.unordered().isKnown(comparison);
        if (!whole && (op == Op.EQ || t != store.a(comparison) && t != store.b(comparison))
                || whole && ofFloats && numbers.cut().get(t)) {
            return true; // what floats hold of it is another number
        }
        // factor * t  op  a constant
        Rational end = b.constant.subtract(a.constant).divide(factor);
        boolean below = (factor.signum() > 0) == holds;
        boolean strict = (op == Op.LT) == holds;
        Interval i;
        if (op == Op.EQ) {
            i = new Interval(end, end);
        } else if (!whole) {
            Rational last = strict ? ClampedFloats.next(end, below) : end;
            i = below ? new Interval(null, last) : new Interval(last, null);
        } else if (below) {
            Rational floor = Rational.of(end.floor());
            boolean met = strict && floor.equals(end);
            i = new Interval(null, met ? floor.subtract(Rational.ONE) : floor);
        } else {
            Rational ceiling = Rational.of(end.negate().floor()).negate();
            boolean met = strict && ceiling.equals(end);
            i = new Interval(met ? ceiling.add(Rational.ONE) : ceiling, null);
        }
        boolean near = LEAST.compareTo(end) <= 0 && end.compareTo(GREATEST) < 0;
        if (!near && floats.isPartOf(t)) {
            return true; // the float may be beyond the integer that it became
        }
        boolean nan = (ofFloats || !whole) && floats.mayBeNan(t);
        Map<Integer, Interval> known = whole && !nan ? c.where : c.floats;
        Interval before = known.getOrDefault(t, Interval.ALL);
        Interval both = before.and(i);
        if (both.isEmpty() && nan) {
            return true; // a NaN goes ways that no number goes
        }
        if (!both.equals(before)) {
            known.put(t, both);
            c.changed = true;
        }
        return !both.isEmpty();
    }

    /**
     * A constant and a multiple of a term.
     *
     * @param term 0 for a constant
     */
    private record Part(Rational factor, int term, Rational constant) {}

    /** What a number is made of, down to what is no sum with a constant or was rounded. */
    private Part part(int term, ChosenCase c) {
        Rational factor = Rational.ONE;
        Rational constant = Rational.ZERO;
        int t = term;
        for (int n = 0; n < MAX_DEPTH && !bounds.isRounded(t); n++) {
            int a = store.op(t).arity() > 0 ? store.a(t) : 0;
            int b = store.op(t).arity() > 1 ? store.b(t) : 0;
            boolean first = a != 0 && store.op(a) == Op.RATIONAL;
            boolean second = b != 0 && store.op(b) == Op.RATIONAL;
            Op op = store.op(t);
            if (op == Op.RATIONAL) {
                Rational value = store.rationalValue(t);
                return new Part(Rational.ZERO, 0, constant.add(factor.multiply(value)));
            } else if (op == Op.ADD && (first || second)) {
                constant = constant.add(factor.multiply(store.rationalValue(first ? a : b)));
                t = first ? b : a;
            } else if (op == Op.SUB && second) {
                constant = constant.subtract(factor.multiply(store.rationalValue(b)));
                t = a;
            } else if (op == Op.SUB && first) {
                constant = constant.add(factor.multiply(store.rationalValue(a)));
                factor = factor.negate();
                t = b;
            } else if (op == Op.MUL && (first || second)) {
                factor = factor.multiply(store.rationalValue(first ? a : b));
                t = first ? b : a;
            } else if (op == Op.NEG) {
                factor = factor.negate();
                t = a;
            } else if (op == Op.ITE && decide(a, c, 0) != OPEN) {
                t = decide(a, c, 0) == 1 ? b : store.c(t);
            } else {
                break;
            }
        }
        return new Part(factor, t, constant);
    }

    private int decide(int condition, ChosenCase c, int depth) {
        Boolean outcome = c.outcome(condition, store, numbers.unordered());
        if (outcome != null) {
            return outcome ? 1 : 0;
        }
        if (depth > MAX_DEPTH) {
            return OPEN;
        }
        int next = depth + 1;
        switch (store.op(condition)) {
            case TRUE:
                return 1;
            case FALSE:
                return 0;
            case NOT:
                int inner = decide(store.a(condition), c, next);
                return inner == OPEN ? OPEN : 1 - inner;
            case AND, OR:
                int absorbing = store.op(condition) == Op.AND ? 0 : 1;
                int first = decide(store.a(condition), c, next);
                int second = first == absorbing ? first : decide(store.b(condition), c, next);
                return first == absorbing || second == absorbing
                        ? absorbing
                        : first == OPEN || second == OPEN ? OPEN : 1 - absorbing;
            default:
                return compare(condition, c, next);
        }
    }

    private int compare(int condition, ChosenCase c, int depth) {
        Op op = store.op(condition);
        boolean comparison = op == Op.LT || op == Op.LE || op == Op.EQ;
        if (!comparison) {
            return open(condition, c);
        }
        int a = store.a(condition);
        int b = store.b(condition);
        if (!store.isInteger(a)
                || !store.isInteger(b)
                || !floats.isExact(a)
                || !floats.isExact(b)) {
            return open(condition, c);
        }
        Interval difference = of(a, c, depth).plus(of(b, c, depth).scaled(Rational.MINUS_ONE));
        Rational low = difference.low();
        Rational high = difference.high();
        if (numbers.unordered().isKnown(condition) && (floats.mayBeNan(a) || floats.mayBeNan(b))) {
            return open(condition, c); // of floats that may be beyond all integers
        }
        if (op == Op.EQ) {
            if (low != null && low.signum() > 0 || high != null && high.signum() < 0) {
                return 0;
            }
            return low != null && low.isZero() && high != null && high.isZero()
                    ? 1
                    : open(condition, c);
        }
        int end = op == Op.LT ? 0 : 1; // a - b < end, of integers
        if (high != null && high.compareTo(Rational.of(end)) < 0) {
            return 1;
        }
        return low != null && low.compareTo(Rational.of(end)) >= 0 ? 0 : open(condition, c);
    }

    private int open(int condition, ChosenCase c) {
        if (c.open == 0 && !c.chosen.containsKey(condition) && isOne(condition)) {
            c.open = condition;
        }
        return OPEN;
    }

    // ---------------------------------------------------------------- integers

    private Interval of(int t, ChosenCase c, int depth) {
        Interval done = c.done.get(t);
        if (done != null) {
            return done;
        }
        if (depth > MAX_DEPTH || steps-- < 0) {
            return Interval.ALL;
        }
        Interval i = said(t, ofOperation(t, c, depth + 1), c);
        c.done.put(t, i);
        return i;
    }

    /** The part of where a number lies that comparisons leave, of it as a float before. */
    private Interval said(int t, Interval made, ChosenCase c) {
        Interval number = made.and(c.floats.getOrDefault(t, Interval.ALL));
        Interval i = numbers.converted(t, number.isEmpty() ? made : number);
        Interval both = i.and(c.where.getOrDefault(t, Interval.ALL));
        c.never |= both.isEmpty();
        return both;
    }

    private Interval ofOperation(int t, ChosenCase c, int depth) {
        if (bounds.isRounded(t)) {
            return Interval.ALL;
        }
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> new Interval(store.rationalValue(t), store.rationalValue(t));
            case ADD -> of(store.a(t), c, depth).plus(of(store.b(t), c, depth));
            case SUB ->
                    of(store.a(t), c, depth)
                            .plus(of(store.b(t), c, depth).scaled(Rational.MINUS_ONE));
            case NEG -> of(store.a(t), c, depth).scaled(Rational.MINUS_ONE);
            case MUL -> of(store.a(t), c, depth).times(of(store.b(t), c, depth));
            case FMA ->
                    of(store.a(t), c, depth)
                            .times(of(store.b(t), c, depth))
                            .plus(of(store.c(t), c, depth));
            case ABS -> of(store.a(t), c, depth).magnitude();
            case MIN, MAX -> floats.extremum(t, of(store.a(t), c, depth), of(store.b(t), c, depth));
            case FLOOR, CEIL, TRUNC, RINT -> {
                int a = store.a(t);
                boolean ofFloat = numbers.isFloat(t) || numbers.isConverted(t);
                boolean exact =
                        !floats.isPartOf(a)
                                || floats.isDyadic(a) && !(ofFloat && floats.mayBeNan(a));
                yield (exact ? of(a, c, depth) : floats.of(a, c.floats)).rounded(store.op(t));
            }
            case ITE -> choice(t, c, depth);
            default ->
                    store.isInteger(t) && !floats.isPartOf(t) && !bounds.isDecidedByRounding(t)
                            ? bounds.of(t)
                            : Interval.ALL;
        };
    }

    private Interval choice(int t, ChosenCase c, int depth) {
        int holds = decide(store.a(t), c, depth);
        if (holds != OPEN) {
            return of(holds == 1 ? store.b(t) : store.c(t), c, depth);
        }
        return of(store.b(t), c, depth).hull(of(store.c(t), c, depth));
    }
}

package io.heddle.value;

import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Bounds.Interval;
import java.util.HashMap;
import java.util.Map;

/**
 * Between which numbers the machine's number of a float lies if it is one, whatever format it was
 * rounded to and however often: what minima, maxima, constants and comparisons leave of it, since
 * every format keeps their order. Nothing is concluded from arithmetic, whose results may be
 * infinite or NaN although they are numbers over the reals.
 */
final class ClampedFloats {
    private static final int MAX_DEPTH = 400;

    /** What is greater may become an infinity when it is narrowed to an f16. */
    private static final Rational GREATEST = FloatFormat.F16.lowestFinite().negate();

    private static final int PRECISION = FloatFormat.F64.precision();
    private static final Rational LEAST = Rational.powerOfTwo(-1100); // below all floats

    private final TermStore store;
    private final Bounds bounds;
    private final Map<Integer, Boolean> parts = new HashMap<>();
    private final Map<Integer, Boolean> nans = new HashMap<>();

    ClampedFloats(TermStore store, Bounds bounds) {
        this.store = store;
        this.bounds = bounds;
    }

    /** Forgets what may have changed: more is known of roundings now. */
    void begin() {
        parts.clear();
        nans.clear();
    }

    /**
     * Where a float lies if it is a number.
     *
     * @param where numbers lie for which comparisons say so
     */
    Interval of(int t, Map<Integer, Interval> where) {
        return new Walk(where).of(t, 0);
    }

    /** The floats below one, each looked at once. */
    private final class Walk {
        private final Map<Integer, Interval> where;
        private final Map<Integer, Interval> known = new HashMap<>();

        Walk(Map<Integer, Interval> where) {
            this.where = where;
        }

        Interval of(int t, int depth) {
            if (depth > MAX_DEPTH) {
                return Interval.ALL;
            }
            Interval before = known.get(t);
            if (before == null) {
                Interval made = ofOperation(t, depth + 1).rounded();
                Interval i = finite(bounds.numbers().around(t, made));
                Interval both = i.and(where.getOrDefault(t, Interval.ALL));
                before = both.isEmpty() ? i : both; // it is NaN, or the path never holds
                known.put(t, before);
            }
            return before;
        }

        private Interval ofOperation(int t, int depth) {
            return switch (store.op(t)) {
                case RATIONAL, LITERAL ->
                        new Interval(store.rationalValue(t), store.rationalValue(t));
                case ELEMENT -> bounds.of(t);
                case NEG -> of(store.a(t), depth).scaled(Rational.MINUS_ONE);
                case ABS -> of(store.a(t), depth).magnitude();
                case MIN, MAX -> extremum(t, of(store.a(t), depth), of(store.b(t), depth));
                case FLOOR, CEIL, TRUNC, RINT -> of(store.a(t), depth).rounded(store.op(t));
                case ITE -> of(store.b(t), depth).hull(of(store.c(t), depth));
                default -> Interval.ALL;
            };
        }
    }

    /** A number below or above {@code end}, with no float between. */
    static Rational next(Rational end, boolean below) {
        Rational step =
                end.isZero() ? LEAST : end.abs().multiply(Rational.powerOfTwo(-2 * PRECISION));
        return below ? end.subtract(step) : end.add(step);
    }

    /** Without ends beyond which a float may have become an infinity. */
    private static Interval finite(Interval i) {
        boolean low = i.low() != null && i.low().abs().compareTo(GREATEST) <= 0;
        boolean high = i.high() != null && i.high().abs().compareTo(GREATEST) <= 0;
        return new Interval(low ? i.low() : null, high ? i.high() : null);
    }

    /** The minimum or maximum {@code t} of two numbers, of which a NaN leaves the other. */
    Interval extremum(int t, Interval a, Interval b) {
        Interval i = store.op(t) == Op.MIN ? Bounds.least(a, b) : Bounds.greatest(a, b);
        i = mayBeNan(store.a(t)) ? i.hull(b) : i;
        return mayBeNan(store.b(t)) ? i.hull(a) : i;
    }

    /**
     * True if the machine may have a NaN for a number: for a float that arithmetic made, which may
     * have overflowed before; not for an integer that a float became.
     */
    boolean mayBeNan(int term) {
        Boolean before = nans.get(term);
        if (before != null) {
            return before;
        }
        boolean nan = false;
        TermWalk walk = new TermWalk(term);
        for (int t = walk.next(); t != 0 && !nan; t = walk.next()) {
            boolean read = store.op(t) == Op.APPLY && store.functionOf(t).readsTensor();
            boolean input = read || store.op(t) == Op.ELEMENT || store.isClosed(t);
            boolean integer = bounds.numbers().isConverted(t) && !bounds.numbers().isFloat(t);
            if (input || integer) {
                continue;
            }
            nan = bounds.numbers().isFloat(t) || !store.isInteger(t) && !isDyadic(t);
            if (store.op(t) == Op.ITE) {
                walk.open(store.b(t), store.c(t));
            } else {
                walk.open(store.operands(t));
            }
        }
        nans.put(term, nan);
        return nan;
    }

    /** False for a constant for which the machine may have another number. */
    boolean isExact(int t) {
        return !store.isClosed(t) || bounds.numbers().constants().error(t) == 0;
    }

    /**
     * True if a float of the inputs is part of a number, or what was rounded; what a choice is made
     * by is none.
     */
    boolean isPartOf(int term) {
        Boolean before = parts.get(term);
        if (before != null) {
            return before;
        }
        boolean floats = false;
        TermWalk walk = new TermWalk(term);
        for (int t = walk.next(); t != 0 && !floats; t = walk.next()) {
            boolean read = store.op(t) == Op.APPLY && store.functionOf(t).readsTensor();
            boolean input = read || store.op(t) == Op.ELEMENT;
            floats = bounds.isRounded(t) || input && !store.isInteger(t);
            if (store.op(t) == Op.ITE) {
                walk.open(store.b(t), store.c(t));
            } else if (!read) {
                walk.open(store.operands(t));
            }
        }
        parts.put(term, floats);
        return floats;
    }

    /**
     * True for sums and products of integers and fractions of powers of two, which are exact on the
     * machine: that an address of 64 bits wraps around, shifts.
     */
    boolean isDyadic(int t) {
        return isDyadic(t, 0);
    }

    private boolean isDyadic(int t, int depth) {
        if (store.isInteger(t) && !bounds.isRounded(t)) {
            return true;
        }
        if (depth > MAX_DEPTH || bounds.isRounded(t)) {
            return false;
        }
        return switch (store.op(t)) {
            case RATIONAL -> isExact(t) && store.rationalValue(t).denominator().bitCount() == 1;
            case NEG -> isDyadic(store.a(t), depth + 1);
            case ADD, SUB, MUL, FMA -> {
                boolean all = true;
                for (int operand : store.operands(t)) {
                    all = all && isDyadic(operand, depth + 1);
                }
                yield all;
            }
            default -> false;
        };
    }
}

package io.heddle.evaluate;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import java.math.BigDecimal;

/**
 * What is known of each node of a cone at one point: intervals of doubles.
 *
 * <p>Node i is the finite number within [low[i], high[i]] (an infinite end is no bound); or exactly
 * ±∞ where low = high = ±∞; or, where low is NaN, what high says: {@link #NAN}, {@link #UNKNOWN},
 * or that a domain condition fails: {@link #INVALID} (a root of a negative number, 0/0: the kernel
 * has NaN there), {@link #POLE} (1/0: it has −∞ or +∞), {@link #NEGATIVE_POLE} (log 0), {@link
 * #POSITIVE_POLE} (1/|0|), {@link #OUTSIDE} (its value is not modelled). A condition is [1,1],
 * [0,0] or, unknown, [0,1].
 */
public class IntervalValues {
    /** Code: nothing is known. */
    static final double UNKNOWN = 0;

    /** Code: not a number, by the arithmetic of infinities. */
    static final double NAN = 1;

    /** Code: outside the domain of some operation, whose value there is not modelled. */
    static final double OUTSIDE = 2;

    /** Code: NaN, outside the domain of some operation. */
    static final double INVALID = 3;

    /** Code: infinite, outside the domain of some operation; the sign is not known. */
    static final double POLE = 4;

    /** Code: −∞, outside the domain of some operation. */
    static final double NEGATIVE_POLE = 5;

    /** Code: +∞, outside the domain of some operation. */
    static final double POSITIVE_POLE = 6;

    final Cone cone;
    final double[] low;
    final double[] high;

    IntervalValues(Cone cone) {
        this.cone = cone;
        low = new double[cone.size()];
        high = new double[cone.size()];
    }

    final void set(int node, Rational r) {
        low[node] = DoubleInterval.down(r);
        high[node] = DoubleInterval.up(r);
    }

    final void point(int node, double x) {
        low[node] = x;
        high[node] = x;
    }

    final void special(int node, double code) {
        low[node] = Double.NaN;
        high[node] = code;
    }

    final void hull(int i, double l, double h) {
        low[i] = l;
        high[i] = h;
    }

    final void copy(int i, int x) {
        low[i] = low[x];
        high[i] = high[x];
    }

    public final double low(int node) {
        return low[node];
    }

    public final double high(int node) {
        return high[node];
    }

    /** True if the node is NaN, outside the domain, or unknown. */
    public final boolean isSpecial(int i) {
        return Double.isNaN(low[i]);
    }

    /** True if the node is exactly +∞ or −∞. */
    public final boolean isInfinite(int i) {
        return low[i] == high[i] && Double.isInfinite(low[i]);
    }

    public final boolean isFinite(int i) {
        return !isSpecial(i) && !isInfinite(i);
    }

    /** True if a domain condition fails at or below the node. */
    public final boolean isOutside(int i) {
        return isSpecial(i) && high[i] >= OUTSIDE;
    }

    final boolean isInvalid(int i) {
        return isSpecial(i) && high[i] == INVALID;
    }

    /** True if a domain condition fails and the kernel has an infinity there. */
    public final boolean isPole(int i) {
        return isSpecial(i) && high[i] >= POLE;
    }

    /** True if the node is NaN, outside its domain or not. */
    final boolean isNotANumber(int i) {
        return isNaN(i) || isInvalid(i);
    }

    public final Real real(int x) {
        if (isSpecial(x)) {
            return switch ((int) high[x]) {
                case (int) NAN -> Real.NAN;
                case (int) OUTSIDE -> Real.OUTSIDE;
                case (int) INVALID -> Real.INVALID;
                case (int) POLE -> Real.POLE;
                case (int) NEGATIVE_POLE -> Real.NEGATIVE_POLE;
                case (int) POSITIVE_POLE -> Real.POSITIVE_POLE;
                default -> Real.UNKNOWN;
            };
        }
        if (isInfinite(x)) {
            return low[x] > 0 ? Real.POSITIVE_INFINITY : Real.NEGATIVE_INFINITY;
        }
        if (low[x] == high[x]) {
            return Real.of(Rational.ofExact(low[x]));
        }
        boolean bounded = Double.isFinite(low[x]) && Double.isFinite(high[x]);
        return bounded
                ? Real.between(new BigDecimal(low[x]), new BigDecimal(high[x]))
                : Real.UNKNOWN;
    }

    /**
     * Node i where x or y has a domain condition that fails: an operation that is not alike for all
     * of those has the precise evaluator's answer.
     */
    final void outside(int i, Op op, int x, int y) {
        set(i, RealArithmetic.apply(op, real(x), real(y), null));
    }

    final void set(int i, Real value) {
        switch (value.kind()) {
            case FINITE -> {
                if (value.exact() != null) {
                    set(i, value.exact());
                } else {
                    hull(i, DoubleInterval.down(value.low()), DoubleInterval.up(value.high()));
                }
            }
            case NEGATIVE_INFINITY -> point(i, Double.NEGATIVE_INFINITY);
            case POSITIVE_INFINITY -> point(i, Double.POSITIVE_INFINITY);
            case NAN -> special(i, NAN);
            case OUTSIDE -> special(i, OUTSIDE);
            case INVALID -> special(i, INVALID);
            case POLE -> special(i, POLE);
            case NEGATIVE_POLE -> special(i, NEGATIVE_POLE);
            case POSITIVE_POLE -> special(i, POSITIVE_POLE);
            case UNKNOWN -> special(i, UNKNOWN);
            case TRUE, FALSE -> point(i, value == Real.TRUE ? 1 : 0);
        }
    }

    public final boolean isUnknown(int i) {
        return isSpecial(i) && high[i] == UNKNOWN;
    }

    public final boolean isNaN(int i) {
        return isSpecial(i) && high[i] == NAN;
    }

    /**
     * The special state of an operation on x and y that is NaN where either is: the strongest of
     * its operands', else none.
     */
    final boolean absorb(int i, int x, int y) {
        if (!isSpecial(x) && !isSpecial(y)) {
            return false;
        }
        if (isInvalid(x) || isInvalid(y)) {
            special(i, INVALID);
        } else if (isOutside(x) || isOutside(y)) {
            special(i, OUTSIDE);
        } else if (isUnknown(x) || isUnknown(y)) {
            special(i, UNKNOWN);
        } else {
            special(i, NAN);
        }
        return true;
    }

    final boolean isDefinitely(int x, double value) {
        return low[x] == value && high[x] == value;
    }
}

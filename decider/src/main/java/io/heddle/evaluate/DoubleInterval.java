package io.heddle.evaluate;

import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Directed rounding in doubles: a lower and an upper bound of each operation on exact operands.
 * Sums and products that are exact give the same double on both sides (error-free transformations:
 * Knuth's TwoSum, the residual of a product by fma).
 *
 * <p>Source for the errors of {@link Math}: its specification (pow, log, exp, sin, cos 1 ulp, tanh
 * 2.5 ulps).
 */
public final class DoubleInterval {
    private static final double SAFE = 0x1p-900; // above it residuals are exact

    private DoubleInterval() {}

    static double addDown(double x, double y) {
        double s = x + y;
        double t = s - x;
        double error = (x - (s - t)) + (y - t);
        return error >= 0 ? finiteDown(s) : Math.nextDown(s);
    }

    static double addUp(double x, double y) {
        return -addDown(-x, -y);
    }

    static double mulDown(double x, double y) {
        if (x == 0 || y == 0) {
            return 0; // also 0 times an unbounded end
        }
        double p = x * y;
        if (Math.abs(p) < SAFE) {
            return Math.nextDown(p);
        }
        return Math.fma(x, y, -p) >= 0 ? finiteDown(p) : Math.nextDown(p);
    }

    static double mulUp(double x, double y) {
        return -mulDown(-x, y);
    }

    /** Lower bound of x / y, y ≠ 0. */
    static double divDown(double x, double y) {
        double q = x / y;
        if (q == 0 && x == 0 || Double.isInfinite(y)) {
            return q == 0 && x != 0 ? Math.nextDown(0) : q;
        }
        if (Math.abs(q) < SAFE || Math.abs(x) < SAFE) {
            return Math.nextDown(q);
        }
        return Math.fma(q, y, -x) == 0 ? q : Math.nextDown(q);
    }

    static double divUp(double x, double y) {
        return -divDown(-x, y);
    }

    /** An overflow to +∞ is only known to be at least the greatest double. */
    private static double finiteDown(double x) {
        return x == Double.POSITIVE_INFINITY ? Double.MAX_VALUE : x;
    }

    static double sqrtDown(double x) {
        double s = Math.sqrt(x);
        return x == 0 || x > SAFE && Math.fma(s, s, -x) == 0 ? s : Math.max(0, Math.nextDown(s));
    }

    static double sqrtUp(double x) {
        double s = Math.sqrt(x);
        return x == 0 || x > SAFE && Math.fma(s, s, -x) == 0 ? s : Math.nextUp(s);
    }

    static double exp2Down(double x) {
        if (isExactPower(x)) {
            return Math.scalb(1.0, (int) x);
        }
        return x < -1000 ? 0 : finiteDown(pad(Math.pow(2, x), -2));
    }

    static double exp2Up(double x) {
        if (isExactPower(x)) {
            return Math.scalb(1.0, (int) x);
        }
        return x < -1000 ? 0x1p-1000 : pad(Math.pow(2, x), 2);
    }

    private static boolean isExactPower(double x) {
        return x == Math.rint(x) && Math.abs(x) <= 1000;
    }

    static double log2Down(double x) {
        double l = DoubleFunctions.log2(x);
        return isExactLog(x, l) ? l : pad(l, -4);
    }

    static double log2Up(double x) {
        double l = DoubleFunctions.log2(x);
        return isExactLog(x, l) ? l : pad(l, 4);
    }

    private static boolean isExactLog(double x, double l) {
        return isExactPower(l) && x == Math.scalb(1.0, (int) l);
    }

    /** {@code x} moved by {@code ulps} units in the last place, and off an underflowed zero. */
    static double pad(double x, int ulps) {
        return Double.isInfinite(x) ? x : x + ulps * Math.ulp(x);
    }

    /** The double next to {@code r}, within one unit in the last place. */
    public static double nearest(Rational r) {
        if (r.isSmall()) {
            long n = r.smallNumerator();
            long d = r.smallDenominator();
            if (Math.abs(n) <= 1L << 53 && d <= 1L << 53) {
                return (double) n / (double) d;
            }
        }
        return r.toDecimal(new MathContext(40)).doubleValue();
    }

    /** The greatest double not above {@code r}. */
    public static double down(Rational r) {
        return down(nearest(r), r);
    }

    private static double down(double near, Rational r) {
        double x = finiteDown(near);
        while (x != Double.NEGATIVE_INFINITY && Rational.ofExact(x).compareTo(r) > 0) {
            x = Math.nextDown(x);
        }
        return x;
    }

    /** The least double not below {@code r}. */
    public static double up(Rational r) {
        return -down(r.negate());
    }

    /** A double below every number within 10^-100 of {@code x}, relatively. */
    public static double down(BigDecimal x) {
        double near = x.doubleValue();
        return new BigDecimal(near).compareTo(x) < 0 ? near : Math.nextDown(near);
    }

    public static double up(BigDecimal x) {
        return -down(x.negate());
    }

    /** A bound of tanh x or erf x, both increasing, in the direction given. */
    static double sigmoidal(boolean tanh, double x, int direction) {
        double value = tanh ? Math.tanh(x) : DoubleFunctions.erf(x);
        double error = tanh ? 4 * Math.ulp(value) : 1e-13;
        return Math.max(-1, Math.min(1, value + direction * error));
    }
}

package io.heddle.spec.index;

/**
 * A double whose exponent has no bounds: m · 2^e. So softmax of 10^20 is a number, as it is over
 * the reals.
 *
 * @param m NaN or infinite, or the number itself if e is 0, or 1 ≤ |m| < 2
 * @param e an integer, but beyond 2^53 only near one
 */
record Wide(double m, double e) {
    static final Wide ZERO = new Wide(0, 0);
    static final Wide ONE = new Wide(1, 0);
    static final Wide NAN = new Wide(Double.NaN, 0);

    private static final double MOST = 0x1p500; // m of numbers whose e is 0, and its reciprocal
    private static final int FAR = 1100; // a summand so many binary digits below is lost
    private static final double LN2 = Math.log(2);

    static Wide of(double x) {
        return normal(x, 0);
    }

    private static Wide normal(double m, double e) {
        double a = Math.abs(m);
        if (e == 0 && a <= MOST && a >= 1 / MOST || a == 0 || !(a < Double.POSITIVE_INFINITY)) {
            return new Wide(m, 0);
        }
        int more = Math.getExponent(m);
        double exponent = e + more;
        double mantissa = Math.scalb(m, -more);
        return Math.abs(exponent) < 500
                ? new Wide(Math.scalb(mantissa, (int) exponent), 0)
                : new Wide(mantissa, exponent);
    }

    /** The nearest double; infinite beyond their range. */
    double toDouble() {
        return e == 0 ? m : Math.scalb(m, (int) Math.max(-5000, Math.min(5000, e)));
    }

    boolean isZero() {
        return m == 0;
    }

    int signum() {
        return (int) Math.signum(m);
    }

    Wide negate() {
        return new Wide(-m, e);
    }

    Wide abs() {
        return new Wide(Math.abs(m), e);
    }

    Wide plus(Wide b) {
        if (e == b.e) {
            return normal(m + b.m, e);
        } else if (Double.isNaN(m) || Double.isNaN(b.m)) {
            return NAN;
        } else if (m == 0 || b.m == 0 || Double.isInfinite(m) || Double.isInfinite(b.m)) {
            return m == 0 || Double.isInfinite(b.m) ? b : this;
        }
        double scale = Math.max(e, b.e);
        return normal(scaled(scale) + b.scaled(scale), scale);
    }

    /** m · 2^(e − scale). */
    private double scaled(double scale) {
        double shift = e - scale;
        return shift < -FAR ? 0 : Math.scalb(m, (int) shift);
    }

    Wide minus(Wide b) {
        return plus(b.negate());
    }

    Wide times(Wide b) {
        return normal(m * b.m, e + b.e);
    }

    Wide over(Wide b) {
        return normal(m / b.m, e - b.e);
    }

    Wide sqrt() {
        boolean odd = e % 2 != 0;
        return normal(Math.sqrt(odd ? 2 * m : m), (odd ? e - 1 : e) / 2);
    }

    /** e^this. */
    Wide exp() {
        double x = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, toDouble()));
        if (Double.isInfinite(m)) {
            return m > 0 ? this : ZERO;
        } else if (!(Math.abs(x) > 300)) {
            return of(Math.exp(x));
        }
        double exponent = Math.rint(x / LN2);
        double left = x - exponent * LN2;
        return normal(Math.abs(left) < 1 ? Math.exp(left) : 1, exponent);
    }

    /** The natural logarithm. */
    Wide log() {
        return e == 0 ? of(Math.log(m)) : of(Math.log(m) + e * LN2);
    }

    /** True if it is less than {@code b}; NaN is not. */
    boolean isLess(Wide b) {
        return minus(b).m < 0 || m < b.m && Double.isInfinite(m) && Double.isInfinite(b.m);
    }
}

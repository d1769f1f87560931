package io.heddle.replay;

/** Elementary functions in double precision that java.lang.Math lacks. */
final class Transcendental {
    private static final double LN2 = 0.6931471805599453;

    private Transcendental() {}

    /** 2^x; exact at integers. */
    static double exp2(double x) {
        if (x > 2000 || x < -2000 || Double.isNaN(x)) {
            return Math.exp(x);
        }
        double whole = Math.rint(x);
        return Math.scalb(Math.exp((x - whole) * LN2), (int) whole);
    }

    /** The binary logarithm; exact at powers of two. */
    static double log2(double x) {
        if (!(x > 0) || Double.isInfinite(x)) {
            return Math.log(x);
        }
        int exponent = Math.getExponent(x);
        double significand = Math.scalb(x, -exponent);
        if (significand > 1.4142135623730951) {
            significand /= 2;
            exponent++;
        }
        return exponent + Math.log(significand) / LN2;
    }
}

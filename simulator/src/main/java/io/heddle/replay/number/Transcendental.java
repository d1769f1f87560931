package io.heddle.replay.number;

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

    /** The error function: Σ 2ⁿ x²ⁿ⁺¹ / (2n+1)‼ · 2/√π · e^(−x²) (DLMF 7.6.2). */
    static double erf(double x) {
        if (Double.isNaN(x) || Math.abs(x) > 3) {
            return Double.isNaN(x) ? x : Math.copySign(1 - erfc(Math.abs(x)), x);
        }
        double term = x;
        double sum = x;
        for (int n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
            term *= 2 * x * x / (2 * n + 1);
            sum += term;
        }
        return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
    }

    /** 1 − erf(x); by its continued fraction where that would cancel (DLMF 7.9.2). */
    static double erfc(double x) {
        if (!(x > 2)) {
            return 1 - erf(x);
        }
        double fraction = x;
        for (int k = 60; k > 0; k--) {
            fraction = x + k / 2.0 / fraction;
        }
        return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
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

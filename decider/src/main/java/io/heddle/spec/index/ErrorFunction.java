package io.heddle.spec.index;

/** The error function in doubles, by its series and its continued fraction. */
final class ErrorFunction {
    private static final double MIDDLE = 2; // from here on the continued fraction is as good
    private static final int FRACTIONS = 60;

    private ErrorFunction() {}

    /** erf x, but for a few units in the last place. */
    static double of(double x) {
        double a = Math.abs(x);
        if (a < MIDDLE) {
            return series(x);
        }
        double upper = a > 6 ? 0 : complement(a); // 1 - erf 6 < 3e-17
        return Math.copySign(1 - upper, x);
    }

    /** 2/√π · Σ (−1)^n x^(2n+1) / (n! (2n+1)). */
    private static double series(double x) {
        double term = x;
        double sum = x;
        for (int n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
            term *= -x * x / n;
            sum += term / (2 * n + 1);
        }
        return 2 / Math.sqrt(Math.PI) * sum;
    }

    /** e^(−x²)/√π · 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …)))). */
    private static double complement(double x) {
        double fraction = x;
        for (int n = FRACTIONS; n > 0; n--) {
            fraction = x + n / 2.0 / fraction;
        }
        return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
    }
}

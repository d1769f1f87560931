package io.heddle.refute;

/**
 * Makes a separating point simpler: sets as many inputs as possible to 0, then 1, then small
 * integers, in blocks of halving size (delta debugging), as long as the sides stay separated.
 */
final class Minimizer {
    private static final double[] SIMPLE = {0, 1, -1, 2};

    private final Separation separation;
    private final SamplePoints samples;
    private final int allowed;
    private int evaluations; // left
    private boolean quick; // intervals of doubles suffice

    /**
     * @param samples the sample points of the separation's own cone
     * @param evaluations how many candidates may be evaluated
     */
    Minimizer(Separation separation, SamplePoints samples, int evaluations) {
        this.separation = separation;
        this.samples = samples;
        this.allowed = evaluations;
        this.evaluations = evaluations;
    }

    /** How many candidates were evaluated. */
    int evaluated() {
        return allowed - evaluations;
    }

    /** A simpler separating point, at worst {@code point} itself. */
    double[] minimize(double[] point) {
        double[] best = point.clone();
        quick = separation.separatesQuickly(point);
        for (double value : SIMPLE) {
            for (int block = Integer.highestOneBit(Math.max(1, best.length));
                    block >= 1;
                    block /= 2) {
                for (int from = 0; from < best.length && evaluations > 0; from += block) {
                    best = tryBlock(best, from, Math.min(best.length, from + block), value);
                }
            }
        }
        return best;
    }

    private double[] tryBlock(double[] best, int from, int to, double value) {
        double[] changed = null;
        for (int i = from; i < to; i++) {
            if (improves(best[i], value) && samples.domain(i).contains(value)) {
                changed = changed == null ? best.clone() : changed;
                changed[i] = value;
            }
        }
        if (changed == null) {
            return best;
        }
        evaluations--;
        boolean separated =
                quick
                        ? separation.separatesQuickly(changed)
                        : separation.at(changed) == Separation.Result.SEPARATED;
        return separated ? changed : best;
    }

    private static boolean improves(double old, double value) {
        return complexity(value) < complexity(old);
    }

    private static int complexity(double x) {
        for (int i = 0; i < SIMPLE.length; i++) {
            if (x == SIMPLE[i]) {
                return i;
            }
        }
        return SIMPLE.length;
    }
}

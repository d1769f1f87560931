package io.heddle.refute;

import java.util.function.Predicate;

/**
 * Makes a separating point simpler: sets as many inputs as possible to 0, then 1, then small
 * integers, in blocks of halving size (delta debugging), as long as the sides stay separated.
 *
 * <p>Doubles choose the point, and one rigorous separation confirms it: an evaluation in doubles
 * costs a small part of one by intervals. Where the confirmation fails, or doubles do not tell the
 * sides apart, every step is confirmed. A difference that doubles show stays one that they show.
 */
final class Minimizer {
    private static final double[] SIMPLE = {0, 1, -1, 2};

    private final Separation separation;
    private final SamplePoints samples;
    private final int allowed;
    private int evaluations; // left

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
        boolean quick = separation.separatesQuickly(point);
        boolean clear = separation.looksSeparated(point);
        if (quick && clear) {
            double[] simple = minimize(point, separation::looksSeparated);
            if (separation.separatesQuickly(simple)) {
                return simple;
            }
        }
        Predicate<double[]> confirmed =
                quick
                        ? separation::separatesQuickly
                        : p -> separation.at(p) == Separation.Result.SEPARATED;
        return minimize(
                point, clear ? p -> separation.looksSeparated(p) && confirmed.test(p) : confirmed);
    }

    private double[] minimize(double[] point, Predicate<double[]> separates) {
        double[] best = point.clone();
        for (double value : SIMPLE) {
            for (int block = Integer.highestOneBit(Math.max(1, best.length));
                    block >= 1;
                    block /= 2) {
                for (int from = 0; from < best.length && evaluations > 0; from += block) {
                    int to = Math.min(best.length, from + block);
                    best = tryBlock(best, from, to, value, separates);
                }
            }
        }
        return best;
    }

    private double[] tryBlock(
            double[] best, int from, int to, double value, Predicate<double[]> separates) {
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
        if (!samples.areDistinct(changed)) {
            return best;
        }
        return separates.test(changed) ? changed : best;
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

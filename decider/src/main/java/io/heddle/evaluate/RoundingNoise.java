package io.heddle.evaluate;

import io.heddle.term.Op;

/**
 * Tells a difference of two sides from the rounding of their literals.
 *
 * <p>A float literal stands for some real that it rounds. Where moving every literal by about a
 * unit in its last place, alike on both sides, moves the difference of the sides by as much as the
 * difference itself, the difference says nothing about the kernels: log2 e given as a sum of two
 * floats, a function given as its minimax polynomial. Such points do not refute. This only ever
 * withholds a refutation, so doubles suffice.
 */
public final class RoundingNoise {
    private static final int TRIALS = 6;
    private static final double MARGIN = 8;
    private static final double EQUAL = 1e-13;

    private final Cone cone;
    private final Literals base;
    private final boolean applies;

    /**
     * @param base the meaning of literals to start from
     */
    public RoundingNoise(Cone cone, Literals base) {
        this.cone = cone;
        this.base = base;
        this.applies = base.recovers() && hasLiteral(cone);
    }

    private static boolean hasLiteral(Cone cone) {
        for (int t : cone.leafTerms()) {
            if (cone.store().op(t) == Op.LITERAL) {
                return true;
            }
        }
        return false;
    }

    /** True if the difference of nodes x and y at {@code point} may be rounding. */
    public boolean explains(double[] point, int x, int y) {
        return explains(point, new int[] {x}, new int[] {y})[0];
    }

    /** For each pair of nodes whether its difference at {@code point} may be rounding. */
    public boolean[] explains(double[] point, int[] x, int[] y) {
        boolean[] explained = new boolean[x.length];
        if (!applies) {
            return explained;
        }
        double[] gap = new double[x.length];
        double[] spread = new double[x.length];
        for (int trial = 0; trial <= TRIALS; trial++) {
            Literals literals = trial == 0 ? base : Literals.perturbed(cone.store(), trial);
            DoubleEvaluator at = new DoubleEvaluator(cone, literals);
            at.evaluate(point);
            for (int i = 0; i < x.length; i++) {
                double u = at.value(x[i]);
                double v = at.value(y[i]);
                double here = u - v;
                if (trial == 0) {
                    gap[i] = here;
                } else if (Math.abs(here) > EQUAL * Math.max(Math.abs(u), Math.abs(v))) {
                    // equal sides mean that a tie is broken, which is no noise
                    spread[i] = Math.max(spread[i], Math.abs(here - gap[i]));
                }
            }
        }
        for (int i = 0; i < x.length; i++) {
            explained[i] = Math.abs(gap[i]) < MARGIN * spread[i];
        }
        return explained;
    }
}

package io.heddle.evaluate;

import io.heddle.algebra.Budget;
import io.heddle.term.Op;
import java.math.BigDecimal;

/**
 * Tells a difference of two sides from the rounding of their literals.
 *
 * <p>A float literal stands for some real that it rounds. Where moving every literal by about a
 * unit in its last place, alike on both sides, moves the difference of the sides by as much as the
 * difference itself, the difference says nothing about the kernels: log2 e given as a sum of two
 * floats, a function given as its minimax polynomial. Such points do not refute. This only ever
 * withholds a refutation, so doubles suffice, but where a power is beyond their range: 2^-14427 is
 * 0 to them, whatever the last place of a literal makes of it.
 */
public final class RoundingNoise {
    private static final int TRIALS = 6;
    private static final double MARGIN = 8;
    private static final double EQUAL = 1e-13;
    private static final BigDecimal EQUAL_IN_DIGITS = new BigDecimal("1e-52");

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

    /**
     * True if the difference of nodes x and y at {@code point} may be rounding.
     *
     * @param time when it passes while many digits are looked at, this throws
     */
    public boolean explains(double[] point, int x, int y, Budget time) {
        if (!applies) {
            return false;
        }
        return isSeen(point, x, y)
                ? explains(point, new int[] {x}, new int[] {y})[0]
                : explainsPrecisely(point, x, y, time);
    }

    /** True if doubles tell the sides apart, none of whose powers is beyond their range. */
    private boolean isSeen(double[] point, int x, int y) {
        DoubleEvaluator at = new DoubleEvaluator(cone, base);
        at.evaluate(point);
        double u = Math.abs(at.value(x));
        double v = Math.abs(at.value(y));
        boolean seen =
                Math.min(u, v) >= Double.MIN_NORMAL
                        && Math.abs(at.value(x) - at.value(y)) > EQUAL * Math.max(u, v);
        for (int node = 0; seen && node < cone.size(); node++) {
            seen = cone.op(node) != Op.EXP2 || Double.isFinite(at.value(node));
        }
        return seen;
    }

    private boolean explainsPrecisely(double[] point, int x, int y, Budget time) {
        BigDecimal gap = BigDecimal.ZERO;
        BigDecimal spread = BigDecimal.ZERO;
        for (int trial = 0; trial <= TRIALS; trial++) {
            PreciseEvaluator at = new PreciseEvaluator(cone, literals(trial), time);
            at.evaluate(point);
            Real u = at.value(x);
            Real v = at.value(y);
            if (!u.isFinite() || !v.isFinite()) {
                return false;
            }
            BigDecimal here = u.low().subtract(v.low(), Real.DOWN);
            BigDecimal size = u.low().abs().max(v.low().abs());
            if (trial == 0) {
                gap = here;
            } else if (here.abs().compareTo(size.multiply(EQUAL_IN_DIGITS)) > 0) {
                spread = spread.max(here.subtract(gap, Real.DOWN).abs());
            }
        }
        return gap.abs().compareTo(spread.multiply(BigDecimal.valueOf(MARGIN))) < 0;
    }

    private Literals literals(int trial) {
        return trial == 0 ? base : Literals.perturbed(cone.store(), trial);
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
            DoubleEvaluator at = new DoubleEvaluator(cone, literals(trial));
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

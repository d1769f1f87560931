package io.heddle.refute;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.DoubleInterval;
import io.heddle.evaluate.Literals;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values of a cone's terms at a few sample points, to recognise terms that are alike. */
final class Probe {
    private static final int POINTS = 3;
    private static final int TRIED = 16;
    private static final int MAX_EXPONENTIALS = 400;
    private static final double ALIKE = 1e-9;

    private final Cone cone;
    private final List<DoubleEvaluator> evaluators = new ArrayList<>();

    /** Probes {@code cone} where both roots are finite. */
    Probe(Cone cone, long seed, Literals literals, int reference, int candidate) {
        this.cone = cone;
        SamplePoints samples = new SamplePoints(cone, seed);
        for (int k = 0; k < TRIED && evaluators.size() < POINTS && !samples.isEmpty(); k++) {
            DoubleEvaluator evaluator = new DoubleEvaluator(cone, literals);
            evaluator.evaluate(samples.generic(k));
            if (Double.isFinite(evaluator.value(cone.node(reference)))
                    && Double.isFinite(evaluator.value(cone.node(candidate)))) {
                evaluators.add(evaluator);
            }
        }
    }

    /** The value of a term of the cone at each point. */
    double[] values(int term) {
        double[] values = new double[evaluators.size()];
        int node = cone.node(term);
        for (int p = 0; p < values.length; p++) {
            values[p] = evaluators.get(p).value(node);
        }
        return values;
    }

    /** The exponentials in the cone if they are few: candidates for a rescaling factor. */
    List<Integer> exponentials() {
        List<Integer> terms = new ArrayList<>();
        for (int i = 0; i < cone.size() && terms.size() < MAX_EXPONENTIALS; i++) {
            if (cone.op(i) == Op.EXP2) {
                terms.add(cone.term(i));
            }
        }
        return terms;
    }

    /** The value at each point of a monomial: atoms of the cone, −t for a denominator t. */
    double[] values(List<Integer> monomial, Rational coefficient) {
        double[] product = new double[evaluators.size()];
        Arrays.fill(product, DoubleInterval.nearest(coefficient));
        for (int atom : monomial) {
            double[] factor = values(Math.abs(atom));
            for (int p = 0; p < product.length; p++) {
                product[p] = atom > 0 ? product[p] * factor[p] : product[p] / factor[p];
            }
        }
        return product;
    }

    /** The quotient of two terms at each point. */
    double[] ratio(int s, int t) {
        double[] ratio = values(s);
        double[] divisor = values(t);
        for (int p = 0; p < ratio.length; p++) {
            ratio[p] /= divisor[p];
        }
        return ratio;
    }

    /** One at each point. */
    double[] ones() {
        double[] ones = new double[evaluators.size()];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** True if the terms have nearly equal values at every point, and there is a point. */
    boolean alike(int s, int t) {
        return s == t || alike(values(s), values(t));
    }

    static boolean alike(double[] x, double[] y) {
        for (int p = 0; p < x.length; p++) {
            double scale = Math.max(Math.abs(x[p]), Math.abs(y[p]));
            if (!(Math.abs(x[p] - y[p]) <= ALIKE * scale)) {
                return false;
            }
        }
        return x.length > 0;
    }

    /** The products of like positions. */
    static double[] times(double[] x, double[] y) {
        double[] product = x.clone();
        for (int p = 0; p < product.length; p++) {
            product[p] *= y[p];
        }
        return product;
    }
}

package io.heddle.refute;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.InputDomain;
import io.heddle.evaluate.Literals;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Sample points at which comparisons of the cone are ties, or just not: from a sample point one
 * input after the other is moved so that one comparison after the other has equal operands. Finds
 * {@code >} against {@code >=} where the operands are not inputs and constants themselves.
 *
 * <p>An operand difference that is linear in the input is solved exactly where the solution is
 * representable.
 */
final class TiePoints {
    private static final int MAX_COMPARISONS = 512;
    private static final int MAX_CONE = 1024;
    private static final int MAX_EDGES = 64;
    private static final int MAX_EDGE_CONE = 64;
    private static final int POINTS = 12;
    private static final int ATTEMPTS = 16;

    private final Cone cone;
    private final SamplePoints samples;
    private final List<Comparison> comparisons = new ArrayList<>();

    TiePoints(Cone cone, Cone.Builder cones, SamplePoints samples, Literals literals) {
        this.cone = cone;
        this.samples = samples;
        for (int i = 0; i < cone.size() && comparisons.size() < MAX_COMPARISONS; i++) {
            Op op = cone.op(i);
            if (op == Op.LT || op == Op.LE || op == Op.EQ) {
                int left = cone.term(cone.a()[i]);
                int right = cone.term(cone.b()[i]);
                Cone own = cones.cone(left, right);
                if (own.size() <= MAX_CONE && own.elements().length > 0) {
                    comparisons.add(new Comparison(own, left, right, literals));
                }
            }
        }
        edges(cones, literals);
    }

    /** The edges of domains: where a denominator or the argument of a root or logarithm is 0. */
    private void edges(Cone.Builder cones, Literals literals) {
        int limit = comparisons.size() + MAX_EDGES;
        for (int i = 0; i < cone.size() && comparisons.size() < limit; i++) {
            Op op = cone.op(i);
            if (op == Op.DIV || op == Op.SQRT || op == Op.LOG2) {
                int operand = cone.term(op == Op.DIV ? cone.b()[i] : cone.a()[i]);
                if ((cone.store().flags(operand) & TermStore.POSITIVE) == 0) {
                    Cone own = cones.cone(operand);
                    if (own.size() <= MAX_EDGE_CONE && own.elements().length > 0) {
                        comparisons.add(new Comparison(own, operand, 0, literals));
                    }
                }
            }
        }
    }

    /** The number of points: none without comparisons. */
    int size() {
        return comparisons.isEmpty() ? 0 : POINTS;
    }

    /** Point {@code k} of {@link #size()}. */
    double[] point(int k) {
        SplittableRandom random = new SplittableRandom(k);
        double[] point = samples.point(k);
        BitSet fixed = new BitSet();
        for (Comparison comparison : comparisons) {
            comparison.tie(point, fixed, k % 3, random);
        }
        return point;
    }

    /** One comparison, of a term with another or with 0, and its own cone. */
    private final class Comparison {
        private final DoubleEvaluator evaluator;
        private final int left;
        private final int right;
        private final int[] positions; // of its elements in the whole cone's

        Comparison(Cone own, int leftTerm, int rightTerm, Literals literals) {
            evaluator = new DoubleEvaluator(own, literals);
            left = own.node(leftTerm);
            right = rightTerm == 0 ? -1 : own.node(rightTerm);
            positions = new int[own.elements().length];
            for (int i = 0; i < positions.length; i++) {
                positions[i] = Arrays.binarySearch(cone.elementTerms(), own.elementTerms()[i]);
            }
        }

        /**
         * Moves inputs that no earlier comparison fixed: one to the tie or next to it, and where
         * the tie is not representable another one to a small integer first.
         */
        void tie(double[] point, BitSet fixed, int offset, SplittableRandom random) {
            double[] own = new double[positions.length];
            for (int i = 0; i < own.length; i++) {
                own[i] = point[positions[i]];
            }
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                int i = random.nextInt(own.length);
                int other = random.nextInt(own.length);
                if (fixed.get(positions[i])) {
                    continue;
                }
                if (attempt > 0 && other != i && !fixed.get(positions[other])) {
                    own[other] = domain(other).near(random.nextInt(-4, 9));
                }
                double solution = solve(own, i);
                if (!Double.isFinite(solution)) {
                    continue;
                }
                double near = domain(i).near(solution);
                boolean exact = difference(own, i, near) == 0;
                own[i] = offset == 0 ? near : domain(i).next(near, offset == 1 ? 1 : -1);
                if (exact || attempt == ATTEMPTS - 1) {
                    break;
                }
            }
            for (int i = 0; i < own.length; i++) {
                point[positions[i]] = own[i];
                fixed.set(positions[i]);
            }
        }

        private InputDomain domain(int i) {
            return samples.domain(positions[i]);
        }

        /** The value of input i that makes the operands equal, if their difference is linear. */
        private double solve(double[] own, int i) {
            double old = own[i];
            double atZero = difference(own, i, 0);
            double slope = difference(own, i, 1) - atZero;
            double solution = -atZero / slope;
            if (Double.isFinite(solution) && Math.abs(difference(own, i, solution)) > 1e-6) {
                solution = refine(own, i, solution);
            }
            own[i] = old;
            return slope == 0 ? Double.NaN : solution;
        }

        /** Secant steps, for differences that are not linear. */
        private double refine(double[] own, int i, double start) {
            double x0 = 0;
            double d0 = difference(own, i, x0);
            double x1 = start;
            for (int step = 0; step < 20 && Double.isFinite(x1); step++) {
                double d1 = difference(own, i, x1);
                if (Math.abs(d1) < 1e-12 || d1 == d0) {
                    return x1;
                }
                double next = x1 - d1 * (x1 - x0) / (d1 - d0);
                x0 = x1;
                d0 = d1;
                x1 = next;
            }
            return x1;
        }

        private double difference(double[] own, int i, double value) {
            own[i] = value;
            evaluator.evaluate(own);
            return evaluator.value(left) - (right < 0 ? 0 : evaluator.value(right));
        }
    }
}

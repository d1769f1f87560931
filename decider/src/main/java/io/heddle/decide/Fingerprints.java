package io.heddle.decide;

import io.heddle.condition.DecideOptions;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.InputDomain;
import io.heddle.evaluate.Literals;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Terms that may be equal have the same fingerprint: their values at two sample points, without the
 * last digits. It only says which pairs of terms are worth a proof.
 */
final class Fingerprints {
    private static final int POINTS = 2;
    private static final int DROPPED = 24; // of a double's 52 digits, which roundings may change
    private static final double SIZE = 2;
    private static final double STEP = 0x1p-7;

    private final Cone cone;
    private final long[] prints; // by node; 0 where there is none

    /**
     * @param literals what literals stand for
     * @param roots the terms below which fingerprints are made
     */
    Fingerprints(TermStore store, DecideOptions options, Literals literals, int... roots) {
        cone = new Cone(store, roots);
        prints = new long[cone.size()];
        DoubleEvaluator evaluator = new DoubleEvaluator(cone, literals);
        for (int k = 0; k < POINTS; k++) {
            evaluator.evaluate(point(store, options.seed() + k));
            for (int node = 0; node < prints.length; node++) {
                prints[node] = mixed(prints[node], k, evaluator.value(node));
            }
        }
    }

    private double[] point(TermStore store, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Integer, InputDomain> domains = new HashMap<>();
        int[] elements = cone.elementTerms();
        double[] point = new double[elements.length];
        for (int i = 0; i < point.length; i++) {
            int term = elements[i];
            point[i] =
                    domains.computeIfAbsent(
                                    store.a(term), s -> new InputDomain(store.symbolOf(term)))
                            .random(random, SIZE, STEP);
        }
        return point;
    }

    private static long mixed(long before, int k, double value) {
        if (k > 0 && before == 0 || value == 0 || !Double.isFinite(value)) {
            return 0;
        }
        long digits = Double.doubleToLongBits(value) + (1L << DROPPED - 1) >>> DROPPED;
        long mixed = (before ^ digits) * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 29;
        return mixed == 0 ? 1 : mixed;
    }

    /** The fingerprint of a term, or 0 if it has none. */
    long of(int term) {
        int node = cone.find(term);
        return node < 0 ? 0 : prints[node];
    }

    /** True if two terms have fingerprints, and these differ: then the terms are not equal. */
    boolean differ(int s, int t) {
        long left = of(s);
        long right = of(t);
        return left != 0 && right != 0 && left != right;
    }
}

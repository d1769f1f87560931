package io.heddle.decide;

import io.heddle.condition.DecideOptions;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.InputDomain;
import io.heddle.evaluate.Literals;
import io.heddle.term.TermStore;
import java.util.Arrays;

/**
 * Terms that may be equal have the same fingerprint: their values at sample points, without the
 * last digits. It only says which pairs of terms are worth a proof.
 *
 * <p>At a few points much is the same by chance that is not equal: a running maximum is the whole
 * one wherever the greatest element has been passed. So terms that two points leave together are
 * compared at further ones, until some of these in a row have told no two apart.
 */
final class Fingerprints {
    private static final int POINTS = 2;
    private static final int MOST_POINTS = 48;
    private static final int VAIN = 6; // further points in a row that told nothing apart
    private static final int DROPPED = 24; // of a double's 52 digits, which roundings may change
    private static final double STEP = 0x1p-7; // doubles hold products of several such numbers
    private static final double NEAR = 0x1p-24; // relative distance of values that may be equal

    private final Cone cone;
    private final long[] coarse; // by node, of the first points; 0 where there is none
    private final long[] prints; // by node, of all points; 0 where there is none

    /**
     * @param literals what literals stand for
     * @param roots the terms below which fingerprints are made
     */
    Fingerprints(TermStore store, DecideOptions options, Literals literals, int... roots) {
        cone = new Cone(store, roots);
        prints = new long[cone.size()];
        DoubleEvaluator evaluator = new DoubleEvaluator(cone, literals);
        for (int k = 0; k < POINTS; k++) {
            evaluator.evaluate(InputDomain.sample(cone, options.seed() + k, STEP));
            for (int node = 0; node < prints.length; node++) {
                prints[node] = mixed(prints[node], k, evaluator.value(node));
            }
        }
        coarse = prints.clone();
        int vain = 0;
        for (int k = POINTS; k < MOST_POINTS && vain < VAIN && !options.isExpired(); k++) {
            Integer[] together = together();
            if (together.length == 0) {
                return;
            }
            evaluator.evaluate(InputDomain.sample(cone, options.seed() + k, STEP));
            vain = split(together, evaluator, k) ? 0 : vain + 1;
        }
    }

    private static long mixed(long before, int k, double value) {
        if (k > 0 && before == 0 || value == 0 || !Double.isFinite(value)) {
            return 0;
        }
        long digits = Double.doubleToLongBits(value) + (1L << DROPPED - 1) >>> DROPPED;
        return mixed(before, digits);
    }

    private static long mixed(long before, long next) {
        long mixed = (before ^ next) * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 29;
        return mixed == 0 ? 1 : mixed;
    }

    /** The nodes whose fingerprint is that of another node, too. */
    private Integer[] together() {
        long[] sorted = prints.clone();
        Arrays.sort(sorted);
        Integer[] nodes = new Integer[prints.length];
        int n = 0;
        for (int node = 0; node < prints.length; node++) {
            if (prints[node] != 0) {
                int at = Arrays.binarySearch(sorted, prints[node]);
                if (at > 0 && sorted[at - 1] == sorted[at]
                        || at + 1 < sorted.length && sorted[at + 1] == sorted[at]) {
                    nodes[n++] = node;
                }
            }
        }
        return Arrays.copyOf(nodes, n);
    }

    /**
     * Gives nodes of one fingerprint different ones where their values differ at a point by more
     * than roundings do; true if there are such nodes.
     */
    private boolean split(Integer[] nodes, DoubleEvaluator evaluator, int k) {
        Arrays.sort(
                nodes,
                (x, y) -> {
                    int order = Long.compare(prints[x], prints[y]);
                    return order != 0
                            ? order
                            : Double.compare(evaluator.value(x), evaluator.value(y));
                });
        boolean any = false;
        long group = 0;
        long part = 0;
        double last = 0;
        for (int node : nodes) {
            double value = evaluator.value(node);
            if (prints[node] != group) {
                group = prints[node];
                part = group;
            } else if (!isNear(last, value)) {
                part = mixed(part, k);
                any = true;
            }
            last = value;
            prints[node] = part;
        }
        return any;
    }

    private static boolean isNear(double x, double y) {
        return Double.compare(x, y) == 0
                || Math.abs(x - y) <= NEAR * Math.max(Math.abs(x), Math.abs(y));
    }

    /** The fingerprint of a term, or 0 if it has none. */
    long of(int term) {
        int node = cone.find(term);
        return node < 0 ? 0 : prints[node];
    }

    /** True if the first points tell two terms apart: then they are not equal. */
    boolean differ(int s, int t) {
        int left = cone.find(s);
        int right = cone.find(t);
        return left >= 0
                && right >= 0
                && coarse[left] != 0
                && coarse[right] != 0
                && coarse[left] != coarse[right];
    }
}

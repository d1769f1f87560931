package io.heddle.refute;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleInterval;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sample points at which all floats are below, or all above, a constant of a maximum, a minimum or
 * a comparison that usual points do not reach: where a maximum starts at −10^30, all numbers may be
 * below that.
 */
final class StartPoints {
    private static final double USUAL = 4; // points reach such numbers
    private static final int MOST = 8;

    private final Cone cone;
    private final SamplePoints samples;
    private final List<Double> constants;

    StartPoints(Cone cone, SamplePoints samples) {
        this.cone = cone;
        this.samples = samples;
        Set<Double> found = new TreeSet<>();
        for (int node = 0; node < cone.size() && found.size() < MOST; node++) {
            switch (cone.op(node)) {
                case MAX, MIN, LT, LE -> {
                    note(found, cone.term(cone.a()[node]));
                    note(found, cone.term(cone.b()[node]));
                }
                default -> {}
            }
        }
        // doubles have the powers of smaller ones
        constants = found.stream().sorted(Comparator.comparingDouble(Math::abs)).toList();
    }

    private void note(Set<Double> found, int term) {
        TermStore store = cone.store();
        if (store.op(term) == Op.RATIONAL || store.op(term) == Op.LITERAL) {
            double constant = DoubleInterval.nearest(store.rationalValue(term));
            if (Math.abs(constant) > USUAL) {
                found.add(constant);
            }
        }
    }

    /** The number of points. */
    int size() {
        return 2 * constants.size();
    }

    /** Point {@code k} of {@link #size()}. */
    double[] point(int k) {
        double constant = constants.get(k / 2);
        double beyond = (1 + Math.abs(constant) / 4) * (k % 2 == 0 ? -1 : 1);
        double[] point = samples.point(k);
        for (int i = 0; i < point.length; i++) {
            if (!samples.domain(i).isInteger()) {
                double x = constant + beyond * (1 + Math.abs(point[i]) / 64);
                point[i] = samples.domain(i).near(x);
            }
        }
        return point;
    }
}

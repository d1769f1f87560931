package io.heddle.replay;

import io.heddle.replay.PairRuns.Element;
import io.heddle.replay.PairRuns.Outcome;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayOptions.Direction;
import io.heddle.replay.machine.TensorContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How far random roundings move the results at one point; the noisy runs are made when needed. */
final class Spread {
    private static final int NOISY_RUNS = 5;
    private static final int MANY_NOISY_RUNS = 21;
    private static final int LIFTED_RUNS = 9;
    private static final double SAFETY = 16;

    private final PairRuns runs;
    private final Inputs inputs;
    private final List<Outcome> noisy = new ArrayList<>();
    private final List<Outcome> lifted = new ArrayList<>();
    private final List<Outcome> directed = new ArrayList<>();
    private boolean stopped; // roundings decide whether a kernel comes to its end

    Spread(PairRuns runs, Inputs inputs) {
        this.runs = runs;
        this.inputs = inputs;
    }

    /** True if rounding explains the difference of an element. */
    boolean explains(Outcome plain, Element e) {
        return explains(plain, e, NOISY_RUNS);
    }

    /**
     * True if not even many runs show that rounding could explain the difference. Of integers, runs
     * in which all roundings go one way are asked, too: the maximum of many threads' words is not
     * likely to be the least that their roundings allow.
     */
    boolean isExact(Outcome plain, Element e) {
        return !explains(plain, e, MANY_NOISY_RUNS)
                && (runs.spec(e.tensor()).type().isFloat() || !isMovedByDirection(plain, e));
    }

    /** True if all roundings up, or all down, move the results by as much as they differ. */
    private boolean isMovedByDirection(Outcome plain, Element e) {
        if (directed.isEmpty()) {
            add(directed, (usual, first) -> usual.rounding(Direction.UP));
            add(directed, (usual, first) -> usual.rounding(Direction.DOWN));
        }
        return stopped || difference(plain, e) <= SAFETY * deviation(plain, directed, e);
    }

    private boolean explains(Outcome plain, Element e, int count) {
        double difference = difference(plain, e);
        double tolerance = 0;
        for (int k = Math.max(1, Math.min(noisy.size(), count)); k <= count; k++) {
            tolerance = tolerance(plain, e, k); // more runs never make it less
            if (difference <= tolerance) {
                return true;
            }
        }
        return difference <= tolerance + ofFunctions(e);
    }

    /** The tolerance so far. */
    double tolerance(Outcome plain, Element e) {
        return tolerance(plain, e, NOISY_RUNS) + ofFunctions(e);
    }

    private static double difference(Outcome plain, Element e) {
        double d = PairRuns.value(plain.reference(), e) - PairRuns.value(plain.candidate(), e);
        return Double.isNaN(d) ? Double.MAX_VALUE : Math.min(Math.abs(d), Double.MAX_VALUE);
    }

    private double tolerance(Outcome plain, Element e, int count) {
        fill(noisy, count, false);
        if (stopped) {
            return Double.POSITIVE_INFINITY;
        }
        double r = PairRuns.value(plain.reference(), e);
        double c = PairRuns.value(plain.candidate(), e);
        double least = Double.isFinite(r) && Double.isFinite(c) ? runs.least(r, c, e) : 0;
        return least + SAFETY * deviation(plain, noisy, e);
    }

    /** Inlined functions taken exactly: how their results move among themselves. */
    private double ofFunctions(Element e) {
        fill(lifted, LIFTED_RUNS, true);
        if (stopped) {
            return Double.POSITIVE_INFINITY;
        }
        return SAFETY * deviation(lifted.get(0), lifted, e);
    }

    private void fill(List<Outcome> outcomes, int count, boolean lifting) {
        boolean more = outcomes.size() < count;
        boolean alike = lifting && more && !runs.isLiftable(); // to what the usual code gives
        for (int k = outcomes.size() + 1; k <= count && !stopped; k++) {
            if (alike && k <= noisy.size()) {
                outcomes.add(noisy.get(k - 1));
                continue;
            }
            long seed = 0x9E3779B97F4A7C15L * k;
            add(
                    outcomes,
                    (usual, first) -> {
                        ReplayOptions o = lifting ? usual.lifting() : usual;
                        return o.noisy(first ? seed : ~seed);
                    });
        }
    }

    private void add(List<Outcome> outcomes, PairRuns.Change change) {
        try {
            outcomes.add(runs.run(inputs, change));
        } catch (PairRuns.Stop stop) {
            if (!stop.isDefect()) {
                throw stop;
            }
            stopped = true;
        }
    }

    private static double deviation(Outcome plain, List<Outcome> others, Element e) {
        return deviation(plain.reference(), others, e, true)
                + deviation(plain.candidate(), others, e, false);
    }

    private static double deviation(
            Map<String, TensorContents> plain, List<Outcome> others, Element e, boolean first) {
        double most = 0;
        double before = PairRuns.value(plain, e);
        for (Outcome o : others) {
            double now = PairRuns.value(first ? o.reference() : o.candidate(), e);
            double d = Double.compare(before, now) == 0 ? 0 : Math.abs(before - now);
            most = Math.max(most, Double.isNaN(d) ? Double.POSITIVE_INFINITY : d);
        }
        return most;
    }
}

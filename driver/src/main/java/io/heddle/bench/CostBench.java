package io.heddle.bench;

import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.suite.CostLimits;
import io.heddle.suite.Expectation;
import io.heddle.suite.Pair;
import java.util.Arrays;

/** How much longer an execution takes that counts costs. */
final class CostBench {
    private static final int ROUNDS = 5;

    private CostBench() {}

    /** Milliseconds of both executions of a pair without counting costs and with it: medians. */
    static double[] millis(Pair pair) {
        double[] without = new double[ROUNDS];
        double[] with = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) { // in turn, so that both see the same machine
            without[round] = simulated(pair.expecting(pair.expectation().with(null)));
            with[round] = simulated(pair.expecting(counted(pair.expectation())));
        }
        Arrays.sort(without);
        Arrays.sort(with);
        return new double[] {without[ROUNDS / 2], with[ROUNDS / 2]};
    }

    private static Expectation counted(Expectation expectation) {
        return expectation.with(CostLimits.NONE);
    }

    private static double simulated(Pair pair) {
        PairChecker checker = new PairChecker(new KernelFiles());
        System.gc();
        return checker.simulate(pair).times().simulate();
    }
}

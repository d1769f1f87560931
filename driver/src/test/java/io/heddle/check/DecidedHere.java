package io.heddle.check;

import io.heddle.condition.DecideOptions;
import io.heddle.decide.RangeDecider;

/** Decides simulated pairs in this thread, for tests of what comes after it. */
public final class DecidedHere {
    private DecidedHere() {}

    /** The decisions on all conditions of {@code simulated}, as if they had taken no time. */
    public static Decided of(Simulated simulated) {
        DecideOptions options = PairChecker.decideOptions(simulated);
        int count = simulated.conditions().size();
        RangeDecider decider = new RangeDecider(simulated.store(), options, simulated.conditions());
        return new Decided(
                options.recovery(),
                PairChecker.decide(decider, 0, count, simulated.pair().limits()),
                0);
    }
}

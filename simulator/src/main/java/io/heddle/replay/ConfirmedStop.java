package io.heddle.replay;

import io.heddle.replay.machine.StepAssumption;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether a kernel that does not come to its end on some input shows a defect: not if the way that
 * it takes there hangs on roundings, or on what left the reals before.
 */
final class ConfirmedStop {
    private static final int NOISY_RUNS = 5;

    private final PairRuns runs;
    private final Inputs inputs;

    ConfirmedStop(PairRuns runs, Inputs inputs) {
        this.runs = runs;
        this.inputs = inputs;
    }

    /** True if it stops however results are rounded. */
    boolean isCertain() {
        for (int k = 1; k <= NOISY_RUNS; k++) {
            long seed = 0x9E3779B97F4A7C15L * k;
            if (ends(inputs, (usual, first) -> usual.noisy(first ? seed : ~seed))) {
                return false;
            }
        }
        return !ends(inputs, (usual, first) -> usual.lifting());
    }

    /** True if it stops at a neighbouring input, too. */
    boolean isAlsoAt(Inputs near) {
        return !ends(near, (usual, first) -> usual);
    }

    /** What left the reals before, if the kernel comes to its end without it. */
    Set<Excuse> excuses(Set<Excuse> allowed) {
        return new Excuses(runs, inputs, allowed).ofStop();
    }

    /**
     * True if something that is assumed of instructions does not hold in the run that stops, as far
     * as that run alone can tell.
     */
    boolean breaks(Set<StepAssumption> assumptions) {
        Set<StepAssumption> plain =
                assumptions.stream()
                        .filter(a -> a.kind() != StepAssumption.Kind.ROUNDING)
                        .collect(Collectors.toUnmodifiableSet());
        if (plain.isEmpty()) {
            return false;
        }
        runs.forgetObserved();
        ends(inputs, (usual, first) -> usual.observing(plain));
        return runs.observed(plain).values().stream()
                .flatMap(threads -> threads.values().stream())
                .anyMatch(d -> IntStream.range(0, d.size()).anyMatch(k -> !d.holds(k)));
    }

    private boolean ends(Inputs at, PairRuns.Change change) {
        try {
            runs.run(at, change);
            return true;
        } catch (PairRuns.Stop stop) {
            if (!stop.isDefect()) {
                throw stop;
            }
            return false;
        }
    }
}

package io.heddle.replay;

import io.heddle.replay.machine.Observations.Decisions;
import io.heddle.replay.machine.Observations.Site;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayOptions.Direction;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.StepAssumption;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether inputs are known at which what a claim assumes of single instructions holds: a claim
 * whose assumptions no input meets says nothing, and outputs that agree nevertheless (as where
 * {@code x + 2²⁵ > 2²⁵} chooses between a number and its maximum with 0) hide that.
 *
 * <p>An assumption that no rounding decides holds at a point if the instruction decides the same
 * with all roundings before it to nearest, all up, all down, and with random ones. Library
 * functions that the compiler has inlined are taken as such, as the claim takes them. What must
 * hold how often is {@link HeldAssumptions}'s matter. All points of {@link Points} are tried, and
 * further random ones until enough is known, as far as a budget reaches.
 */
final class AssumptionCheck {
    private static final int LEAST_WAYS = 2;
    private static final int MOST_WAYS = 16;
    private static final int FURTHER = 120; // random points, where runs are brief
    private static final int SHARE = 4; // times the budget of all other runs

    private final PairRuns runs;
    private final Points points;
    private final Set<StepAssumption> assumptions;
    private final Set<StepAssumption> ofRoundings; // those of them that other roundings may break
    private final long cost;
    private final HeldAssumptions held;
    private boolean isOver; // the time or the instructions of a run are

    /**
     * @param cost instructions of a run of both sides
     */
    AssumptionCheck(PairRuns runs, Points points, Set<StepAssumption> assumptions, long cost) {
        this.runs = runs;
        this.points = points;
        this.assumptions = assumptions;
        this.ofRoundings =
                assumptions.stream()
                        .filter(a -> a.kind() == StepAssumption.Kind.ROUNDING)
                        .collect(Collectors.toUnmodifiableSet());
        this.cost = Math.max(1, cost);
        this.held = new HeldAssumptions(points.count() + FURTHER);
    }

    /** Of which instruction no input is known at which what is assumed of it holds. */
    Optional<String> unmet() {
        if (assumptions.isEmpty()) {
            return Optional.empty();
        }
        long left = SHARE * runs.budget();
        int ways = ways(left);
        int number = 0;
        for (; number < points.count() + FURTHER && left >= cost && !isOver; number++) {
            boolean further = number >= points.count();
            if (further && held.unmet(true).isEmpty()) {
                return Optional.empty();
            }
            left -= cost * (1 + tried(number, ways));
        }
        return held.unmet(number >= points.count() && !isOver);
    }

    /** The numbers of random roundings that a point is tried with. */
    private int ways(long instructions) {
        long affordable = instructions / cost / Points.ORDINARY / 2;
        return ofRoundings.isEmpty()
                ? 0
                : (int) Math.max(LEAST_WAYS, Math.min(MOST_WAYS, affordable));
    }

    /** Tries a point; how many runs that took beyond the first. */
    private int tried(int number, int ways) {
        try {
            Inputs inputs = points.get(number);
            runs.forgetObserved(); // of a run that stopped
            runs.run(inputs, (usual, first) -> usual.lifting().observing(assumptions));
            Map<Site, Map<Long, Decisions>> plain = runs.observed(assumptions);
            HeldAssumptions.Point point = held.point(plain);
            if (!point.isNew()) {
                return 0;
            }
            for (int way = 0; way < ways; way++) {
                point.retain(rounded(inputs, way));
            }
            point.end();
            return ways;
        } catch (PairRuns.Stop stop) {
            isOver = stop.reason() == ReplayResult.Reason.BUDGET;
            return ways; // a point at which a kernel stops says nothing
        }
    }

    /** What is noted with other roundings; nothing if a side stops. */
    private Map<Site, Map<Long, Decisions>> rounded(Inputs inputs, int way) {
        long seed = 0x9E3779B97F4A7C15L * (way + 1);
        try {
            runs.run(
                    inputs,
                    (usual, first) ->
                            rounded(usual.lifting(), way, first ? seed : ~seed)
                                    .observing(ofRoundings));
            return runs.observed(ofRoundings);
        } catch (PairRuns.Stop stop) {
            if (!stop.isDefect()) {
                throw stop;
            }
            runs.forgetObserved();
            return Map.of();
        }
    }

    private static ReplayOptions rounded(ReplayOptions usual, int way, long seed) {
        ReplayOptions options =
                switch (way) {
                    case 0 -> usual.rounding(Direction.UP);
                    case 1 -> usual.rounding(Direction.DOWN);
                    default -> usual.noisy(seed);
                };
        return options.freeingArithmetic();
    }
}

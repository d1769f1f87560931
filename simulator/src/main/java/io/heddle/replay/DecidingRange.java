package io.heddle.replay;

import io.heddle.replay.PairRuns.Element;
import io.heddle.replay.PairRuns.Outcome;
import io.heddle.replay.machine.Observations.Decisions;
import io.heddle.replay.machine.Observations.Site;
import io.heddle.replay.machine.Repair;
import io.heddle.replay.machine.StepAssumption;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Whether numbers that left the range of their type decide what a kernel does at one point: one
 * that vanished (over the reals e^(−30x) is never 0) or that overflowed. A kernel that compares
 * them and does something else then is another function on ordinary inputs, and the range of its
 * types is no excuse for that; inputs that are subnormal themselves are not ordinary. Library
 * functions that the compiler has inlined are taken as such: what they compare inside is their own
 * affair.
 */
final class DecidingRange {
    private static final Set<StepAssumption> WATCHED =
            Set.of(new StepAssumption(StepAssumption.Kind.RANGE, null));

    private final PairRuns runs;
    private final Inputs inputs;
    private final boolean overflowListed;
    private final Map<Repair, Optional<String>> known = new EnumMap<>(Repair.class);
    private Map<Site, Map<Long, Decisions>> plain;

    /**
     * @param assumptions of the claim; where it assumes that results do not overflow that are
     *     tested for it, only numbers that vanish are looked at
     */
    DecidingRange(PairRuns runs, Inputs inputs, Set<StepAssumption> assumptions) {
        this.runs = runs;
        this.inputs = inputs;
        this.overflowListed =
                assumptions.stream().anyMatch(a -> a.kind() == StepAssumption.Kind.FLOAT_OVERFLOW);
    }

    /**
     * The instruction that a number decides which left its range, where such a number changes an
     * element, in a user's words; empty if there is none.
     */
    Optional<String> of(Excuses reasons, Outcome outcome, Element e) {
        if (reasons.matters(outcome, e, Repair.UNDERFLOW_TO_LEAST)) {
            Optional<String> name = decided(Repair.UNDERFLOW_TO_LEAST);
            if (name.isPresent()) {
                return name.map(n -> "a number that vanished decides what " + n + " does");
            }
        }
        return !overflowListed && reasons.matters(outcome, e, Repair.OVERFLOW_TO_GREATEST)
                ? decided(Repair.OVERFLOW_TO_GREATEST)
                        .map(n -> "a number that overflowed decides what " + n + " does")
                : Optional.empty();
    }

    private Optional<String> decided(Repair repair) {
        return known.computeIfAbsent(repair, this::firstDecided);
    }

    private Optional<String> firstDecided(Repair repair) {
        try {
            if (repair == Repair.UNDERFLOW_TO_LEAST && inputs.haveSubnormal()) {
                return Optional.empty();
            }
            if (plain == null) {
                plain = noted(Repair.NONE);
            }
            Map<Site, Map<Long, Decisions>> repaired = noted(repair);
            return plain.entrySet().stream()
                    .filter(e -> isMoved(e.getValue(), repaired, e.getKey(), repair))
                    .map(e -> e.getKey().name())
                    .findFirst();
        } catch (PairRuns.Stop stop) {
            if (!stop.isDefect()) {
                throw stop;
            }
            return Optional.empty();
        }
    }

    private Map<Site, Map<Long, Decisions>> noted(Repair repair) {
        runs.forgetObserved();
        runs.run(
                inputs.repaired(repair),
                (usual, first) -> usual.lifting().repairing(repair).observing(WATCHED));
        return runs.observed(WATCHED);
    }

    /**
     * What is made of an infinity is no matter of the number that vanished before (1/0 …), and what
     * a conversion makes of it is another assumption's.
     */
    private static boolean isMoved(
            Map<Long, Decisions> before,
            Map<Site, Map<Long, Decisions>> repaired,
            Site site,
            Repair repair) {
        boolean finite = repair == Repair.UNDERFLOW_TO_LEAST || site.isConversion();
        Map<Long, Decisions> after = repaired.getOrDefault(site, Map.of());
        return before.entrySet().stream()
                .anyMatch(e -> isMoved(e.getValue(), after.get(e.getKey()), finite));
    }

    private static boolean isMoved(Decisions before, Decisions after, boolean finite) {
        int times = after == null ? 0 : Math.min(before.size(), after.size());
        return IntStream.range(0, times)
                .filter(k -> !finite || before.holds(k) && after.holds(k))
                .anyMatch(k -> !before.isAlike(k, after));
    }
}

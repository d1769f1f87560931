package io.heddle.replay;

import io.heddle.replay.machine.Observations.Decisions;
import io.heddle.replay.machine.Observations.Site;
import io.heddle.replay.machine.ReplayOptions.Direction;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.StepAssumption;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether inputs are known at which what a claim assumes of single instructions holds: a claim
 * whose assumptions no input meets says nothing, and outputs that agree nevertheless (as where
 * {@code x + 2²⁵ > 2²⁵} chooses between a number and its maximum with 0) hide that.
 *
 * <p>An assumption that no rounding decides holds at a point if the instruction decides the same
 * with all roundings before it to nearest, all up, all down, and with random ones. Each time that a
 * thread executes such an instruction at a random point, some random point must be found at which
 * the assumption holds that time. Where runs are too long for many points, some thread at each
 * instruction is enough.
 */
final class AssumptionCheck {
    private static final int LEAST_WAYS = 2;
    private static final int MOST_WAYS = 16;
    private static final int FURTHER = 40; // random points, where runs are brief

    private final PairRuns runs;
    private final Points points;
    private final Set<StepAssumption> assumptions;
    private final long cost;
    private final Map<Site, Map<Long, BitSet>> required = new LinkedHashMap<>();
    private final Map<Site, Map<Long, BitSet>> met = new HashMap<>();

    /**
     * @param cost instructions of a run of both sides
     */
    AssumptionCheck(PairRuns runs, Points points, Set<StepAssumption> assumptions, long cost) {
        this.runs = runs;
        this.points = points;
        this.assumptions = assumptions;
        this.cost = Math.max(1, cost);
    }

    /** Of which instruction no input is known at which what is assumed of it holds. */
    Optional<String> unmet() {
        if (assumptions.isEmpty()) {
            return Optional.empty();
        }
        int ways = ways();
        long affordable = Math.max(1, runs.budget() / cost / (1 + ways));
        int further = 0;
        for (int k = 0; k < affordable && k < Points.ORDINARY + FURTHER; k++) {
            int number = k < Points.ORDINARY ? k : points.count() + further++;
            try {
                at(points.get(number), ways);
            } catch (PairRuns.Stop stop) {
                if (stop.reason() == ReplayResult.Reason.BUDGET) {
                    break;
                } // a point at which a kernel stops says nothing
                runs.observed();
            }
            if (!required.isEmpty() && first(false).isEmpty()) {
                return Optional.empty();
            }
        }
        return first(affordable < Points.ORDINARY);
    }

    /** The numbers of random roundings that a point is tried with. */
    private int ways() {
        boolean roundings =
                assumptions.stream().anyMatch(a -> a.kind() == StepAssumption.Kind.ROUNDING);
        long affordable = runs.budget() / cost / 4;
        return roundings ? (int) Math.max(LEAST_WAYS, Math.min(MOST_WAYS, affordable)) : 0;
    }

    private void at(Inputs inputs, int ways) {
        runs.observed(); // forgets what a run that stopped left
        runs.run(inputs, (usual, first) -> usual.observing(assumptions));
        Map<Site, Map<Long, Decisions>> plain = runs.observed();
        Map<Site, Map<Long, BitSet>> held = new HashMap<>();
        plain.forEach(
                (site, threads) ->
                        threads.forEach(
                                (thread, decisions) -> {
                                    BitSet all = new BitSet();
                                    for (int k = 0; k < decisions.size(); k++) {
                                        all.set(k, decisions.holds(k));
                                    }
                                    of(held, site, thread).or(all);
                                    of(required, site, thread).set(0, decisions.size());
                                }));
        for (int way = 0; way < ways; way++) {
            retain(held, plain, rounded(inputs, way));
        }
        held.forEach((site, threads) -> threads.forEach((t, h) -> of(met, site, t).or(h)));
    }

    /** What is noted with other roundings; nothing if a side stops. */
    private Map<Site, Map<Long, Decisions>> rounded(Inputs inputs, int way) {
        long seed = 0x9E3779B97F4A7C15L * (way + 1);
        try {
            runs.run(
                    inputs,
                    (usual, first) ->
                            (way == 0
                                            ? usual.rounding(Direction.UP)
                                            : way == 1
                                                    ? usual.rounding(Direction.DOWN)
                                                    : usual.noisy(first ? seed : ~seed))
                                    .observing(assumptions));
            return runs.observed();
        } catch (PairRuns.Stop stop) {
            if (!stop.isDefect()) {
                throw stop;
            }
            runs.observed();
            return Map.of();
        }
    }

    /** Keeps of what held what is decided alike with other roundings. */
    private static void retain(
            Map<Site, Map<Long, BitSet>> held,
            Map<Site, Map<Long, Decisions>> plain,
            Map<Site, Map<Long, Decisions>> rounded) {
        held.forEach(
                (site, threads) -> {
                    if (site.kind() != StepAssumption.Kind.ROUNDING) {
                        return; // what other roundings do is no matter
                    }
                    Map<Long, Decisions> others = rounded.getOrDefault(site, Map.of());
                    threads.forEach(
                            (thread, h) -> {
                                Decisions own = plain.get(site).get(thread);
                                for (int k = h.nextSetBit(0); k >= 0; k = h.nextSetBit(k + 1)) {
                                    if (!own.isAlike(k, others.get(thread))) {
                                        h.clear(k);
                                    }
                                }
                            });
                });
    }

    private static BitSet of(Map<Site, Map<Long, BitSet>> of, Site site, long thread) {
        return of.computeIfAbsent(site, s -> new HashMap<>())
                .computeIfAbsent(thread, t -> new BitSet());
    }

    /**
     * The first instruction of which what is assumed never held.
     *
     * @param coarse true if it may hold in any thread
     */
    private Optional<String> first(boolean coarse) {
        for (Map.Entry<Site, Map<Long, BitSet>> e : required.entrySet()) {
            Map<Long, BitSet> held = met.getOrDefault(e.getKey(), Map.of());
            Stream<Map.Entry<Long, BitSet>> threads = e.getValue().entrySet().stream();
            boolean unmet =
                    coarse
                            ? held.values().stream().allMatch(BitSet::isEmpty)
                            : threads.anyMatch(t -> isLeft(t.getValue(), held.get(t.getKey())));
            if (unmet) {
                return Optional.of(
                        "at all inputs of the replay "
                                + broken(e.getKey())
                                + ", which is assumed not to happen");
            }
        }
        return Optional.empty();
    }

    private static String broken(Site site) {
        String name = site.name();
        return switch (site.kind()) {
            case ROUNDING -> "a rounding may decide what " + name + " does";
            case ZERO_SIGN -> name + " meets a -0 or a NaN";
            case SUBNORMAL -> name + " flushes a subnormal number";
            case KEPT_EXPONENT -> name + " changes the exponent";
            case FLOAT_OVERFLOW, INTEGER_OVERFLOW -> name + " overflows";
            case ROUNDED_INTEGER -> name + " rounds the integer";
            case CLAMPED_CONVERSION -> name + " is given a float that its type does not hold";
        };
    }

    private static boolean isLeft(BitSet required, BitSet held) {
        BitSet left = (BitSet) required.clone();
        if (held != null) {
            left.andNot(held);
        }
        return !left.isEmpty();
    }
}

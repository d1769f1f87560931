package io.heddle.replay;

import io.heddle.replay.PairRuns.Element;
import io.heddle.replay.PairRuns.Outcome;
import io.heddle.replay.machine.Repair;
import io.heddle.replay.machine.TensorContents;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What left the reals on the way to an element at one point. A result that overflowed (or was
 * divided by zero …) counts if replacing it changes the element: then the element depends on it.
 */
final class Excuses {
    private static final Map<Excuse, List<Repair>> REPAIRS =
            new EnumMap<>(
                    Map.of(
                            Excuse.OVERFLOW,
                                    List.of(
                                            Repair.OVERFLOW_TO_NAN,
                                            Repair.OVERFLOW_TO_GREATEST,
                                            Repair.UNDERFLOW_TO_LEAST),
                            Excuse.DIVISION, List.of(Repair.DIVISION_TO_ONE),
                            Excuse.ROOT, List.of(Repair.ROOT_TO_ONE),
                            Excuse.LOGARITHM, List.of(Repair.LOGARITHM_TO_ONE),
                            Excuse.ROUNDED_INTEGER, List.of(Repair.ROUNDED_INTEGER_TO_NAN),
                            Excuse.CLAMPED_CONVERSION, List.of(Repair.CLAMPED_TO_OTHER),
                            Excuse.NEGATIVE_ZERO, List.of(Repair.NEGATIVE_ZERO_TO_POSITIVE),
                            Excuse.SPECIAL_WORD, List.of(Repair.SPECIAL_WORD_TO_NUMBER)));

    private final PairRuns runs;
    private final Inputs inputs;
    private final Set<Excuse> allowed;
    private final Map<Repair, Outcome> plain = new EnumMap<>(Repair.class);
    private final Map<Repair, Outcome> lifted = new EnumMap<>(Repair.class);

    Excuses(PairRuns runs, Inputs inputs, Set<Excuse> allowed) {
        this.runs = runs;
        this.inputs = inputs;
        this.allowed = allowed;
    }

    /** Those of the allowed excuses that hold for an element whose values are {@code outcome}'s. */
    Set<Excuse> of(Outcome outcome, Element e) {
        Set<Excuse> found = EnumSet.noneOf(Excuse.class);
        for (Excuse excuse : allowed) {
            if (isOf(excuse, outcome, e)) {
                found.add(excuse);
                return found; // one is enough
            }
        }
        return togetherOutsideDomains(outcome, e);
    }

    /**
     * The allowed excuses outside domains, if they hold for the element together and none alone: a
     * sum of a root and a logarithm that are both NaN stays NaN if only one of them is replaced.
     */
    private Set<Excuse> togetherOutsideDomains(Outcome outcome, Element e) {
        Map<Repair.Domain, Excuse> excuses = new EnumMap<>(Repair.Domain.class);
        for (Excuse excuse : allowed) {
            for (Repair repair : REPAIRS.get(excuse)) {
                repair.domains().forEach(domain -> excuses.put(domain, excuse));
            }
        }
        for (Repair repair : Repair.values()) {
            boolean together =
                    repair.domains().size() > 1 && repair.domains().equals(excuses.keySet());
            if (together && matters(outcome, e, repair)) {
                return EnumSet.copyOf(excuses.values());
            }
        }
        return EnumSet.noneOf(Excuse.class);
    }

    /** True if one excuse is allowed and holds. */
    boolean isOf(Excuse excuse, Outcome outcome, Element e) {
        return allowed.contains(excuse)
                && REPAIRS.get(excuse).stream().anyMatch(r -> matters(outcome, e, r));
    }

    /**
     * True if results that overflowed, or vanished and then were divided by, change an element of
     * one side and not of the other, which stays within its types' ranges.
     */
    boolean overflowsOnOneSide(Outcome outcome, Element e) {
        boolean reference = false;
        boolean candidate = false;
        for (Repair repair : REPAIRS.get(Excuse.OVERFLOW)) {
            Outcome repaired = plain.computeIfAbsent(repair, r -> run(false, r));
            reference |= differs(outcome.reference(), repaired.reference(), e, repair);
            candidate |= differs(outcome.candidate(), repaired.candidate(), e, repair);
        }
        return reference != candidate;
    }

    /** Those for which a run that stopped comes to its end once results are replaced. */
    Set<Excuse> ofStop() {
        for (Excuse excuse : allowed) {
            for (Repair repair : REPAIRS.get(excuse)) {
                try {
                    run(false, repair);
                    return EnumSet.of(excuse);
                } catch (PairRuns.Stop stop) {
                    if (!stop.isDefect()) {
                        throw stop;
                    }
                }
            }
        }
        return EnumSet.noneOf(Excuse.class);
    }

    /** True if replacing such results changes an element. */
    boolean matters(Outcome outcome, Element e, Repair repair) {
        try {
            return changes(outcome, e, repair);
        } catch (PairRuns.Stop stop) {
            if (!stop.isDefect()) {
                throw stop;
            }
            return true; // the kernel's way to its end depends on such results
        }
    }

    private boolean changes(Outcome outcome, Element e, Repair repair) {
        Outcome repaired = plain.computeIfAbsent(repair, r -> run(false, r));
        if (differs(outcome, repaired, e, repair)) {
            return true;
        }
        Outcome before = lifted.computeIfAbsent(Repair.NONE, r -> run(true, r));
        Outcome after = lifted.computeIfAbsent(repair, r -> run(true, r));
        return differs(before, after, e, repair);
    }

    private Outcome run(boolean lifting, Repair repair) {
        return runs.run(
                inputs.repaired(repair),
                (usual, first) -> (lifting ? usual.lifting() : usual).repairing(repair));
    }

    private boolean differs(Outcome before, Outcome after, Element e, Repair repair) {
        return differs(before.reference(), after.reference(), e, repair)
                || differs(before.candidate(), after.candidate(), e, repair);
    }

    private boolean differs(
            Map<String, TensorContents> before,
            Map<String, TensorContents> after,
            Element e,
            Repair repair) {
        double x = PairRuns.value(before, e);
        double y = PairRuns.value(after, e);
        if (Double.compare(x, y) == 0) {
            return false;
        }
        // what vanishes matters only where it is divided by or has its logarithm taken
        return repair != Repair.UNDERFLOW_TO_LEAST
                || !Double.isFinite(x)
                || !(Math.abs(x - y) <= runs.least(x, y, e));
    }
}

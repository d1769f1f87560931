package io.heddle.check;

import io.heddle.check.Simulated.Run;
import io.heddle.condition.Counterexample;
import io.heddle.decide.Decision;
import io.heddle.finding.Assumption.Kind;
import io.heddle.replay.ReplayVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Refutations that say nothing about the kernels, because how they were read makes the difference:
 * a library function taken for exact on one side only, whose own error it is and which no run
 * shows; a finite mask taken for −∞, whose NaN no run shows. Such elements are undecided, with the
 * reason.
 */
final class Artefacts {
    /** The error of a library function of single precision: 8 units in the last place. */
    private static final double LIBRARY_ERROR = 0x1p-20;

    private static final Set<String> EXCEPTIONAL = Set.of("NaN", "Infinity", "-Infinity");

    private final Simulated simulated;
    private final Premises premises;
    private final Replays replays;
    private final String function; // lifted on one side only, or more often; or null
    private ReplayVerdict agreement; // of runs; null before it is asked for

    /**
     * @param premises of both executions
     */
    Artefacts(Simulated simulated, Premises premises, Replays replays) {
        this.simulated = simulated;
        this.premises = premises;
        this.replays = replays;
        this.function = function(simulated.reference(), simulated.candidate());
    }

    /**
     * {@code decisions} with every refutation replaced by Undecided, if all refutations are
     * artefacts; else unchanged.
     */
    List<Decision> withdrawn(List<Decision> decisions) {
        List<Decision> all = new ArrayList<>();
        for (Decision decision : decisions) {
            if (decision instanceof Decision.Refuted r) {
                Optional<String> why = why(r.counterexample());
                if (why.isEmpty()) {
                    return decisions;
                }
                all.add(new Decision.Undecided(why.get()));
            } else {
                all.add(decision);
            }
        }
        return all;
    }

    /** Why a refutation is an artefact; empty if it is none. */
    private Optional<String> why(Counterexample point) {
        double reference = value(point.reference());
        double candidate = value(point.candidate());
        double difference = Math.abs(reference - candidate);
        double magnitude = Math.max(Math.abs(reference), Math.abs(candidate));
        if (function != null && difference <= LIBRARY_ERROR * magnitude && agree()) {
            return Optional.of(
                    "the sides differ by less than the error of the library function "
                            + function
                            + ", which was recognised on one side only");
        }
        boolean exceptional =
                EXCEPTIONAL.contains(point.reference()) || EXCEPTIONAL.contains(point.candidate());
        if (!exceptional || !premises.have(Kind.FINITE_MASK)) {
            return Optional.empty();
        }
        if (replays.at(point) instanceof PointReplay.RealOnly) {
            return Optional.of(
                    "one side is infinite or NaN only because finite masks are taken for -inf;"
                            + " replaying the kernels shows no difference");
        }
        return replays.isOver()
                ? Optional.of(
                        "one side is infinite or NaN where finite masks are taken for -inf; no time"
                                + " was left to replay the kernels")
                : Optional.empty();
    }

    /** True if runs at all the points of a replay show no difference, or no time is left for it. */
    private boolean agree() {
        if (agreement == null) {
            agreement = replays.agreement(simulated, premises, simulated.comparison().roundings());
        }
        return agreement instanceof ReplayVerdict.Agree
                || agreement instanceof ReplayVerdict.Skipped && replays.isOver();
    }

    /** The number that a counterexample shows; NaN if the text is not a number. */
    private static double value(String shown) {
        try {
            return Double.parseDouble(shown);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static String function(Run reference, Run candidate) {
        Map<String, Integer> counts = new TreeMap<>();
        count(reference, counts, 1);
        count(candidate, counts, -1);
        return counts.entrySet().stream()
                .filter(e -> e.getValue() != 0)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    private static void count(Run run, Map<String, Integer> counts, int sign) {
        for (String name : Premises.of(run).subjects(Kind.LIBRARY_FUNCTION)) {
            counts.merge(name, sign, Integer::sum);
        }
    }
}

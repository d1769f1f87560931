package io.heddle.check;

import io.heddle.check.Simulated.Run;
import io.heddle.condition.Counterexample;
import io.heddle.condition.VerificationCondition;
import io.heddle.finding.Assumption.Kind;
import io.heddle.launch.Computation;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.Excuse;
import io.heddle.replay.ReplayVerdict;
import io.heddle.replay.RunOutcome;
import io.heddle.replay.SoloReplay;
import io.heddle.report.ErrorCause;
import io.heddle.report.ReplayOutcome;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.Symbol;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Confirms verdicts with the concrete interpreter, which shares nothing with the simulator but the
 * parsed instructions (design.md, Trust).
 */
final class Replays {
    private static final double MOST_SECONDS = 1e9;
    private static final double LEAST_SECONDS = 0.5; // that there are for replays ...
    private static final double LEAST_PART = 0.05; // ... and this part of the pair's limit
    private static final String NO_TIME = "no time was left";

    private final Pair pair;
    private final Run reference;
    private final Run candidate;
    private final long end;
    private final Replayer elsewhere;
    private long waitedNanos;

    /**
     * @param began when the pair was begun, by this process's nanosecond clock: replays end with
     *     its limit, but have half a second and a twentieth of it at least. How many inputs are
     *     tried otherwise depends only on counts of instructions, so that it is the same on every
     *     machine
     * @param elsewhere where both kernels are run
     */
    Replays(Pair pair, Run reference, Run candidate, long began, Replayer elsewhere) {
        double seconds = Math.min(pair.limits().seconds(), MOST_SECONDS);
        long now = System.nanoTime();
        long left = (long) (seconds * 1e9) - (now - began);
        long least = (long) ((LEAST_SECONDS + LEAST_PART * seconds) * 1e9);
        end = now + Math.max(left, least);
        this.pair = pair;
        this.reference = reference;
        this.candidate = candidate;
        this.elsewhere = elsewhere;
    }

    /**
     * Runs both kernels on several inputs and compares their elements, but not those that they are
     * asked to agree on for some inputs only.
     *
     * @param premises of the proof
     * @param roundings that may decide
     */
    ReplayVerdict agreement(Simulated simulated, Premises premises, Roundings roundings) {
        Map<String, BitSet> elements = new LinkedHashMap<>();
        for (VerificationCondition c : simulated.conditions()) {
            elements.computeIfAbsent(c.tensor(), t -> new BitSet()).set(Math.toIntExact(c.index()));
        }
        simulated
                .comparison()
                .sometimes()
                .forEach((t, some) -> elements.getOrDefault(t, new BitSet()).andNot(some));
        if (elements.values().stream().allMatch(BitSet::isEmpty)) {
            return new ReplayVerdict.Skipped(
                    "each element is compared for some inputs only", false);
        }
        if (isOver()) {
            return new ReplayVerdict.Skipped(NO_TIME, false);
        }
        boolean listed = premises.listRoundings(roundings);
        return replay(
                new ReplayRequest.Agreement(
                        elements,
                        premises.readConstants(),
                        premises.ofConstants(),
                        premises.have(Kind.TRAP),
                        listed || !roundings.places().isEmpty(),
                        listed,
                        premises.excuses(),
                        premises.ofInstructions(roundings),
                        nanosLeft()));
    }

    /** Runs both kernels at the point of a refutation and compares its element. */
    PointReplay at(Counterexample point) {
        if (isOver()) {
            return new PointReplay.Skipped(NO_TIME);
        }
        long flat = flat(point.tensor(), point.index());
        ReplayVerdict verdict =
                replay(new ReplayRequest.At(point.tensor(), flat, point.inputs(), nanosLeft()));
        if (verdict instanceof ReplayVerdict.Skipped s) {
            return s.trapped()
                    ? new PointReplay.Trapped(s.reason())
                    : new PointReplay.Skipped(s.reason());
        }
        return verdict instanceof ReplayVerdict.Disagree
                ? new PointReplay.Confirmed()
                : new PointReplay.RealOnly(
                        verdict instanceof ReplayVerdict.Agree a && !a.rounded());
    }

    /** Replays a single side in which nothing was found, and enters the result in the report. */
    void confirmAlone(ReportBuilder report) {
        Side.Options options = pair.reference().options();
        Premises premises = Premises.of(reference);
        boolean races = !options.sameValueRaces() && !options.warpSynchronous();
        RunOutcome result =
                replay(
                        new ReplayRequest(
                                pair,
                                assumesNoOverflow(premises)
                                        ? ReplayRequest.Integers.SMALL
                                        : ReplayRequest.Integers.ANY,
                                instructions(reference),
                                0,
                                inputVariables(),
                                new ReplayRequest.Alone(
                                        premises.excuses(),
                                        premises.have(Kind.TRAP),
                                        premises.ofInstructions(Roundings.NONE),
                                        races,
                                        nanosLeft())));
        List<String> roundings = premises.subjects(Kind.ROUNDING);
        if (result instanceof SoloReplay.Result.Defect d && !roundings.isEmpty()) {
            report.verdict(
                    Verdict.UNDECIDED,
                    "nothing is wrong over the reals, but a rounding may decide what "
                            + named(roundings)
                            + ": a concrete run shows "
                            + d.message());
        } else if (result instanceof SoloReplay.Result.Defect d) {
            report.error(
                    ErrorCause.INTERNAL,
                    "internal failure: nothing was found, but a concrete run shows " + d.message());
        } else if (result instanceof SoloReplay.Result.Rounded r) {
            report.verdict(
                    Verdict.UNDECIDED,
                    "nothing is wrong over the reals, but a rounding decides: a concrete run shows "
                            + r.message());
        } else if (result instanceof SoloReplay.Result.Unmet u) {
            report.replay(ReplayOutcome.none(u.reason()));
            report.verdict(Verdict.UNDECIDED, "nothing was found, but " + u.reason());
        } else if (result instanceof SoloReplay.Result.Skipped s) {
            notReplayed(s.reason(), report);
        } else {
            SoloReplay.Result.Clean clean = (SoloReplay.Result.Clean) result;
            if (clean.overflows()) {
                report.assumptions(
                        List.of(
                                "no overflow: at some inputs numbers leave the range of their type"
                                    + " or are subnormal, and the kernel has a defect (replay)"));
            }
            report.replay(ReplayOutcome.agrees(clean.points(), clean.note()));
        }
    }

    private void notReplayed(String why, ReportBuilder report) {
        report.replay(ReplayOutcome.none(why));
        if (pair.requireReplay()) {
            report.verdict(Verdict.UNDECIDED, "nothing was found, but not replayed: " + why);
        }
    }

    private ReplayVerdict replay(ReplayRequest.What what) {
        return (ReplayVerdict)
                replay(
                        new ReplayRequest(
                                pair,
                                integers(),
                                instructions(reference),
                                instructions(candidate),
                                inputVariables(),
                                what));
    }

    /** The variables that either side read as inputs: both are given the same. */
    private List<Symbol> inputVariables() {
        return Stream.of(reference, candidate)
                .filter(run -> run != null && run.result() != null)
                .flatMap(run -> run.result().inputVariables().stream())
                .distinct()
                .toList();
    }

    private RunOutcome replay(ReplayRequest request) {
        Optional<Replayer.Result> result = elsewhere.replay(request);
        if (result.isEmpty()) {
            return request.run(
                    reference.computation(), candidate == null ? null : candidate.computation());
        }
        waitedNanos += result.get().waitedNanos();
        return result.get().verdict();
    }

    /** True if no time is left for a replay. */
    boolean isOver() {
        return nanosLeft() <= 0;
    }

    private long nanosLeft() {
        return end + waitedNanos - System.nanoTime();
    }

    /** Nanoseconds in which requests so far were on their way or in queues. */
    long waitedNanos() {
        return waitedNanos;
    }

    private ReplayRequest.Integers integers() {
        Premises premises = Premises.of(reference, candidate);
        if (premises.have(Kind.NARROW_OVERFLOW)) {
            return ReplayRequest.Integers.TINY;
        }
        return assumesNoOverflow(premises)
                ? ReplayRequest.Integers.SMALL
                : ReplayRequest.Integers.ANY;
    }

    private static boolean assumesNoOverflow(Premises premises) {
        return premises.excludeOverflow() || premises.have(Kind.ROUNDED_INTEGER);
    }

    private static long instructions(Run run) {
        return run.result() == null ? 0 : run.result().statistics().instructions();
    }

    private long flat(String tensor, List<Long> index) {
        Map<String, TensorSpec> specs = new HashMap<>();
        for (Computation side : List.of(candidate.computation(), reference.computation())) {
            side.tensors().forEach(t -> specs.put(t.name(), t));
        }
        long flat = 0;
        for (int d = 0; d < index.size(); d++) {
            flat = flat * specs.get(tensor).shape().get(d) + index.get(d);
        }
        return flat;
    }

    /**
     * The assumptions on which an agreement rests, for the report.
     *
     * @param roundingsListed true if it is listed already that some rounding does not decide
     */
    static List<String> assumptions(ReplayVerdict.Agree agree, boolean roundingsListed) {
        List<String> assumptions = new ArrayList<>();
        if (agree.excuses().contains(Excuse.OVERFLOW)) {
            assumptions.add(
                    "no overflow: at some inputs numbers leave the range of their type or are"
                            + " subnormal, and the kernels differ (replay)");
        }
        if (agree.rounded() && !roundingsListed) {
            assumptions.add(
                    "no rounding decides: at some inputs a rounding makes the kernels differ"
                            + " (replay)");
        }
        return assumptions;
    }

    /** What a disagreement means where literals were read as the numbers that they round. */
    static String describeConstants(ReplayVerdict.Contradiction d) {
        return "equal only if literals stand for the numbers that they round: the concrete replay,"
                + " which has their exact values, shows "
                + d;
    }

    /** What a disagreement means where subnormal numbers may be flushed. */
    static String describeFlushing(ReplayVerdict.Disagree d) {
        return "equal only if no subnormal number is flushed: the concrete replay shows " + d;
    }

    /** What a disagreement means where integers may overflow. */
    static String describeOverflow(ReplayVerdict.Disagree d) {
        return "equal only if no integer overflows: the concrete replay shows " + d + inputs(d);
    }

    /**
     * What a disagreement means where a maximum or minimum may stay at the number that it starts
     * at.
     */
    static String describeMaximum(ReplayVerdict.Disagree d) {
        return "equal only if the running maximum or minimum leaves the number that it starts at:"
                + " the concrete replay shows "
                + d;
    }

    /** What a disagreement means where large negative constants stand for −∞. */
    static String describeMasks(ReplayVerdict.Disagree d) {
        return "equal only if finite masks stand for -inf: the concrete replay, which has their"
                + " exact values, shows "
                + d;
    }

    private static String named(List<String> places) {
        return places.get(0) + (places.size() > 1 ? " (and " + (places.size() - 1) + " more)" : "");
    }

    /** What a disagreement means where a rounding may decide the element. */
    static String describeRounding(ReplayVerdict.Disagree d, List<String> places) {
        return "equal over the reals, but a rounding may decide what "
                + named(places)
                + ": the concrete replay shows "
                + d
                + inputs(d);
    }

    /** The inputs of the element's own index, if there are such. */
    private static String inputs(ReplayVerdict.Disagree d) {
        String own =
                d.inputs().entrySet().stream()
                        .filter(e -> e.getKey().endsWith(d.index().toString()))
                        .map(e -> e.getKey() + " = " + ExactText.of(e.getValue()))
                        .collect(Collectors.joining(", "));
        return own.isEmpty() ? "" : " where " + own;
    }

    /** What a disagreement means: a fault of the prover. */
    static String describe(ReplayVerdict.Contradiction d) {
        return "internal failure: proved equal, but the concrete replay shows " + d;
    }
}

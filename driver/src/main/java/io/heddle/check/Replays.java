package io.heddle.check;

import io.heddle.check.Simulated.Run;
import io.heddle.condition.Counterexample;
import io.heddle.condition.VerificationCondition;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.Excuse;
import io.heddle.replay.ReplayCheck;
import io.heddle.replay.ReplayVerdict;
import io.heddle.replay.SoloReplay;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayOptions.Schedule;
import io.heddle.report.ErrorCause;
import io.heddle.report.ReplayOutcome;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.FloatFormat;
import io.heddle.value.RoundedSteps;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Confirms verdicts with the concrete interpreter, which shares nothing with the simulator but the
 * parsed instructions (design.md, Trust).
 */
final class Replays {
    private static final String STANDS_FOR = " stands for ";

    /** The kernels differ in their own arithmetic. */
    static final String REPLAYED = "replayed";

    /** The kernels differ over the reals only. */
    static final String REAL_ONLY = "real-only";

    private static final long LEAST_NANOS = 10_000_000_000L;

    private static final String NO_OVERFLOW = "no integer overflow";
    private static final String ROUNDED_INTEGERS = "integers ";
    private static final String COMPUTED_ZEROS = "zeros that are computed ";

    private final Pair pair;
    private final Run reference;
    private final Run candidate;
    private final long nanos;
    private String obstacle;
    private boolean exactly;

    /**
     * @param spentMillis what the pair has taken so far: replays begin in the first quarter of the
     *     time that its limit leaves, for ten seconds at least, and stop at its end. How many
     *     inputs are tried depends only on counts of instructions, so that it is the same on every
     *     machine
     */
    Replays(Pair pair, Run reference, Run candidate, long spentMillis) {
        nanos =
                Math.max(
                        LEAST_NANOS,
                        (long) (pair.limits().seconds() * 1e9 / 4) - spentMillis * 250_000);
        this.pair = pair;
        this.reference = reference;
        this.candidate = candidate;
    }

    /**
     * Runs both kernels on several inputs and compares the elements of {@code conditions}.
     *
     * @param assumptions of the proof
     * @param roundings that may decide
     */
    ReplayVerdict agreement(
            List<VerificationCondition> conditions,
            Collection<String> assumptions,
            Roundings roundings) {
        Map<String, BitSet> elements = new LinkedHashMap<>();
        for (VerificationCondition c : conditions) {
            elements.computeIfAbsent(c.tensor(), t -> new BitSet()).set(Math.toIntExact(c.index()));
        }
        ReplayCheck check = check();
        if (readsConstants(assumptions)) {
            check.withRecoveredConstants(ofConstants(assumptions));
        }
        if (excludesTraps(assumptions)) {
            check.withoutTraps();
        }
        boolean listed = listsRoundings(assumptions, roundings);
        if (listed || !roundings.places().isEmpty()) {
            check.withRoundings(listed);
        }
        return check.excusing(excuses(assumptions))
                .expecting(instructions(reference), instructions(candidate))
                .within(nanos)
                .only(elements)
                .compare(List.copyOf(elements.keySet()));
    }

    /** True if the proof assumes that some trap is not executed. */
    private static boolean excludesTraps(Collection<String> assumptions) {
        return assumptions.stream().anyMatch(a -> a.startsWith("not ") && a.contains(" (else "));
    }

    /** True if the proof reads some literal as the number that it rounds. */
    static boolean readsConstants(Collection<String> assumptions) {
        return assumptions.stream().anyMatch(a -> a.contains(STANDS_FOR));
    }

    /** A few times the relative distance of the coarsest recovered literal to its number. */
    private static double ofConstants(Collection<String> assumptions) {
        double most = 0;
        for (String a : assumptions) {
            if (a.contains(STANDS_FOR)) {
                FloatFormat format =
                        a.startsWith("0f")
                                ? FloatFormat.F32
                                : a.startsWith("f16")
                                        ? FloatFormat.F16
                                        : a.startsWith("bf16") ? FloatFormat.BF16 : FloatFormat.F64;
                most = Math.max(most, Math.scalb(1.0, 2 - format.precision()));
            }
        }
        return most;
    }

    /**
     * Whether the kernels differ in the element of a refutation at its point: {@value #REPLAYED} if
     * they do in their own arithmetic, {@value #REAL_ONLY} if only over the reals, null if the
     * replay was not possible.
     */
    String label(Counterexample point) {
        exactly = false;
        long flat = flat(point.tensor(), point.index());
        ReplayVerdict verdict = check().at(point.tensor(), flat, point.inputs());
        if (verdict instanceof ReplayVerdict.Skipped s) {
            obstacle = s.reason();
            return null;
        }
        exactly = verdict instanceof ReplayVerdict.Agree a && !a.rounded();
        return verdict instanceof ReplayVerdict.Disagree ? REPLAYED : REAL_ONLY;
    }

    /** True if the kernels gave the same at the last point, and not but for a rounding. */
    boolean agreesExactly() {
        return exactly;
    }

    /** Replays a single kernel in which nothing was found, and enters the result in the report. */
    void confirmAlone(ReportBuilder report) {
        Side.Options options = pair.reference().options();
        List<String> assumptions =
                reference.result().assumptions().stream().map(a -> a.text()).toList();
        SoloReplay.Result result =
                new SoloReplay(
                                reference.launch(),
                                options(pair.reference()),
                                !assumesNoOverflow(reference),
                                instructions(reference),
                                nanos)
                        .excusing(excuses(assumptions), excludesTraps(assumptions))
                        .run(!options.sameValueRaces() && !options.warpSynchronous());
        List<String> roundings = listedRoundings(assumptions);
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
        } else if (result instanceof SoloReplay.Result.Skipped s) {
            report.replay(ReplayOutcome.none(s.reason()));
            if (pair.requireReplay()) {
                report.verdict(
                        Verdict.UNDECIDED, "nothing was found, but not replayed: " + s.reason());
            }
        } else {
            SoloReplay.Result.Clean clean = (SoloReplay.Result.Clean) result;
            report.replay(ReplayOutcome.agrees(clean.points(), clean.note()));
        }
    }

    /** True if the pair assumes that no subnormal number is compared or flushed. */
    static boolean assumesNoSubnormals(Simulated simulated) {
        return simulated.assumptions().stream().anyMatch(a -> a.startsWith("no subnormal number"));
    }

    /** Why the last replay was not possible. */
    String obstacle() {
        return obstacle;
    }

    private ReplayCheck check() {
        ReplayCheck check =
                new ReplayCheck(
                        reference.launch(),
                        candidate.launch(),
                        options(pair.reference()),
                        options(pair.candidate()));
        if (assumesNarrowSums(reference) || assumesNarrowSums(candidate)) {
            return check.withTinyIntegers();
        }
        return assumesNoOverflow(reference) || assumesNoOverflow(candidate)
                ? check.withSmallIntegers()
                : check;
    }

    /** True if an integer operation of 16 bits is assumed not to overflow. */
    private static boolean assumesNarrowSums(Run run) {
        return run.result() != null
                && run.result().assumptions().stream()
                        .map(a -> a.text())
                        .anyMatch(
                                a ->
                                        a.startsWith(NO_OVERFLOW)
                                                && (a.contains(".s16 ") || a.contains(".u16 ")));
    }

    /** True if the pair assumes that no integer overflows. */
    boolean assumesNoOverflow() {
        return listsOverflow(reference) || listsOverflow(candidate);
    }

    private static boolean listsOverflow(Run run) {
        return run.result() != null
                && run.result().assumptions().stream()
                        .anyMatch(a -> a.text().startsWith(NO_OVERFLOW));
    }

    private static boolean assumesNoOverflow(Run run) {
        return listsOverflow(run)
                || run.result() != null
                        && run.result().assumptions().stream()
                                .anyMatch(a -> a.text().startsWith(ROUNDED_INTEGERS));
    }

    private ReplayOptions options(Side side) {
        ReplayOptions options = ReplayOptions.defaults();
        return side.options().warpSynchronous() ? options.with(Schedule.LOCK_STEP) : options;
    }

    private static long instructions(Run run) {
        return run.result() == null ? 0 : run.result().statistics().instructions();
    }

    private long flat(String tensor, List<Long> index) {
        Map<String, TensorSpec> specs = new HashMap<>();
        for (Launch launch : List.of(candidate.launch(), reference.launch())) {
            launch.tensors().forEach(t -> specs.put(t.name(), t));
        }
        long flat = 0;
        for (int d = 0; d < index.size(); d++) {
            flat = flat * specs.get(tensor).shape().get(d) + index.get(d);
        }
        return flat;
    }

    /** What may happen at a point that the assumptions of a proof exclude. */
    private static Set<Excuse> excuses(Collection<String> assumptions) {
        Set<Excuse> excuses = EnumSet.noneOf(Excuse.class);
        for (String a : assumptions) {
            if (a.contains(" != 0")) {
                excuses.add(Excuse.DIVISION);
            }
            if (a.startsWith(ROUNDED_INTEGERS)) {
                excuses.add(Excuse.ROUNDED_INTEGER);
            }
            if (a.startsWith(COMPUTED_ZEROS)) {
                excuses.add(Excuse.NEGATIVE_ZERO);
            }
            if (a.contains(".of.bits(") && a.contains(" is a number")) {
                excuses.add(Excuse.SPECIAL_WORD);
            }
            if (a.contains(" >= 0")) {
                excuses.add(Excuse.ROOT);
            }
            if (a.contains(" > 0")) {
                excuses.add(Excuse.LOGARITHM);
                excuses.add(Excuse.ROOT);
                excuses.add(Excuse.DIVISION);
            }
        }
        return excuses;
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
                    "no overflow: at some inputs numbers leave the range of their type, and"
                            + " the kernels differ (replay)");
        }
        if (agree.rounded() && !roundingsListed) {
            assumptions.add(
                    "no rounding decides: at some inputs one makes the kernels differ (replay)");
        }
        return assumptions;
    }

    /** What a disagreement means where literals were read as the numbers that they round. */
    static String describeConstants(ReplayVerdict.Contradiction d) {
        return "equal only if literals stand for the numbers that they round, and that decides: the"
                + " concrete replay shows "
                + d;
    }

    /** True if {@code assumptions} or {@code roundings} list that some rounding does not decide. */
    static boolean listsRoundings(Collection<String> assumptions, Roundings roundings) {
        return !roundings.assumed().isEmpty()
                || assumptions.stream().anyMatch(a -> a.startsWith(RoundedSteps.ASSUMED));
    }

    /** What a disagreement means where subnormal numbers may be flushed. */
    static String describeFlushing(ReplayVerdict.Disagree d) {
        return "equal only if no subnormal number is flushed: the concrete replay shows " + d;
    }

    /** What a disagreement means where integers may overflow. */
    static String describeOverflow(ReplayVerdict.Disagree d) {
        return "equal only if no integer overflows: the concrete replay shows " + d + inputs(d);
    }

    /** The steps at which a rounding may decide, of which {@code assumptions} list some. */
    static List<String> roundings(Collection<String> assumptions, Roundings roundings) {
        Set<String> places = new LinkedHashSet<>(listedRoundings(assumptions));
        places.addAll(roundings.places());
        return List.copyOf(places);
    }

    /** The steps whose roundings {@code assumptions} say not to decide. */
    private static List<String> listedRoundings(Collection<String> assumptions) {
        return assumptions.stream()
                .filter(a -> a.startsWith(RoundedSteps.ASSUMED))
                .map(a -> a.substring(RoundedSteps.ASSUMED.length()))
                .map(place -> place.substring(0, place.lastIndexOf(" does not")))
                .distinct()
                .toList();
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

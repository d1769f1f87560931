package io.heddle.check;

import io.heddle.check.Simulated.Run;
import io.heddle.decide.Counterexample;
import io.heddle.decide.VerificationCondition;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.ReplayCheck;
import io.heddle.replay.ReplayOptions;
import io.heddle.replay.ReplayOptions.Schedule;
import io.heddle.replay.ReplayVerdict;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Confirms verdicts with the concrete interpreter, which shares nothing with the simulator but the
 * parsed instructions (design.md, Trust).
 */
final class Replays {
    /** The kernels differ in their own arithmetic. */
    static final String REPLAYED = "replayed";

    /** The kernels differ over the reals only. */
    static final String REAL_ONLY = "real-only";

    private static final long MOST_ELEMENTS = 1L << 22;

    private final Pair pair;
    private final Run reference;
    private final Run candidate;
    private final long budget = ReplayOptions.defaults().maxInstructions();
    private String obstacle;

    Replays(Pair pair, Run reference, Run candidate) {
        this.pair = pair;
        this.reference = reference;
        this.candidate = candidate;
    }

    /** Runs both kernels on several inputs and compares the elements of {@code conditions}. */
    ReplayVerdict agreement(List<VerificationCondition> conditions) {
        long once = instructions(reference) + instructions(candidate);
        if (once > budget) {
            return new ReplayVerdict.Skipped(
                    String.format(
                            java.util.Locale.ROOT,
                            "%,d instructions a run, more than the budget of %,d",
                            once,
                            budget));
        }
        long held = elements(reference) + elements(candidate);
        if (held > MOST_ELEMENTS) {
            return new ReplayVerdict.Skipped(
                    String.format(java.util.Locale.ROOT, "tensors of %,d elements", held));
        }
        Map<String, BitSet> elements = new LinkedHashMap<>();
        for (VerificationCondition c : conditions) {
            elements.computeIfAbsent(c.tensor(), t -> new BitSet()).set(Math.toIntExact(c.index()));
        }
        return check().only((tensor, flat) -> elements.get(tensor).get((int) flat))
                .compare(List.copyOf(elements.keySet()));
    }

    /**
     * Whether the kernels differ in the element of a refutation at its point: {@value #REPLAYED} if
     * they do in their own arithmetic, {@value #REAL_ONLY} if only over the reals, null if the
     * replay was not possible.
     */
    String label(Counterexample point) {
        if (elements(reference) + elements(candidate) > MOST_ELEMENTS) {
            obstacle = "the tensors are too large";
            return null;
        }
        long flat = flat(point.tensor(), point.index());
        ReplayVerdict verdict = check().at(point.tensor(), flat, point.inputs());
        if (verdict instanceof ReplayVerdict.Skipped s) {
            obstacle = s.reason();
            return null;
        }
        return verdict instanceof ReplayVerdict.Disagree ? REPLAYED : REAL_ONLY;
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
        return assumesNoOverflow(reference) || assumesNoOverflow(candidate)
                ? check.withSmallIntegers()
                : check;
    }

    private static boolean assumesNoOverflow(Run run) {
        return run.result() != null
                && run.result().assumptions().stream()
                        .anyMatch(a -> a.text().startsWith("no integer overflow"));
    }

    private ReplayOptions options(Side side) {
        ReplayOptions options = ReplayOptions.defaults();
        return side.options().warpSynchronous() ? options.with(Schedule.LOCK_STEP) : options;
    }

    private static long elements(Run run) {
        return run.launch().tensors().stream().mapToLong(TensorSpec::size).sum();
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

    /** What an agreement means, for the report. */
    static String describe(ReplayVerdict.Agree agree) {
        return "agrees on "
                + agree.points()
                + (agree.points() == 1 ? " input" : " inputs")
                + (agree.note().isEmpty() ? "" : " (" + agree.note() + ")");
    }

    /** What a disagreement means: a fault of the prover. */
    static String describe(ReplayVerdict.Disagree d) {
        return "internal failure: proved equal, but the concrete replay shows " + d;
    }
}

package io.heddle.replay;

import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.term.ElementType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs of both sides on the same inputs, and their elements' values. */
final class PairRuns {
    private static final int ULPS = 4;

    private final Launch reference;
    private final Launch candidate;
    private final ReplayOptions referenceOptions;
    private final ReplayOptions candidateOptions;
    private final Map<String, TensorSpec> specs = new HashMap<>();
    private final LiftedFunctions lifted = new LiftedFunctions();
    private long spent;

    /** The two results at one point. */
    record Outcome(Map<String, TensorContents> reference, Map<String, TensorContents> candidate) {}

    /** An element of a tensor. */
    record Element(String tensor, int flat) {}

    /** What options a run has instead of the usual ones. */
    @FunctionalInterface
    interface Change {
        ReplayOptions of(ReplayOptions usual, boolean first);
    }

    /** One side did not come to its end at some inputs. */
    static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final ReplayResult.Reason reason;

        Stop(ReplayResult.Reason reason, String message) {
            super(message, null, false, false);
            this.reason = reason;
        }

        ReplayResult.Reason reason() {
            return reason;
        }
    }

    PairRuns(
            Launch reference,
            Launch candidate,
            ReplayOptions referenceOptions,
            ReplayOptions candidateOptions) {
        this.reference = reference;
        this.candidate = candidate;
        this.referenceOptions = referenceOptions;
        this.candidateOptions = candidateOptions;
        for (Launch launch : List.of(candidate, reference)) {
            launch.tensors().forEach(t -> specs.put(t.name(), t));
        }
    }

    Launch reference() {
        return reference;
    }

    Launch candidate() {
        return candidate;
    }

    /** Instructions that all ordinary runs may take together. */
    long budget() {
        return referenceOptions.maxInstructions();
    }

    /** Instructions that ordinary runs have taken. */
    long spent() {
        return spent;
    }

    TensorSpec spec(String tensor) {
        TensorSpec spec = specs.get(tensor);
        if (spec == null) {
            throw new Stop(ReplayResult.Reason.ARGUMENTS, "no tensor " + tensor);
        }
        return spec;
    }

    /** Runs the sides as they are. */
    Outcome run(Inputs inputs) {
        return run(inputs, true, (usual, first) -> usual);
    }

    /** Runs the sides in a changed way, which does not count. */
    Outcome run(Inputs inputs, Change change) {
        return run(inputs, false, change);
    }

    /** Runs the sides at the same time. */
    private Outcome run(Inputs inputs, boolean counts, Change change) {
        ReplayOptions second = change.of(candidateOptions, false);
        CompletableFuture<ReplayResult> other =
                CompletableFuture.supplyAsync(() -> replay(candidate, inputs, second));
        ReplayResult one;
        ReplayResult two;
        try {
            one = replay(reference, inputs, change.of(referenceOptions, true));
        } finally {
            two = joined(other);
        }
        return new Outcome(contents(one, counts, "reference"), contents(two, counts, "candidate"));
    }

    private static ReplayResult joined(CompletableFuture<ReplayResult> run) {
        try {
            return run.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    private ReplayResult replay(Launch launch, Inputs inputs, ReplayOptions options) {
        return Replay.run(
                launch, inputs.tensors(), inputs.scalars(), options.within(budget()), lifted);
    }

    private Map<String, TensorContents> contents(ReplayResult result, boolean counts, String side) {
        if (result instanceof ReplayResult.Finished f) {
            spent += counts ? f.instructions() : 0;
            return f.tensors();
        }
        ReplayResult.Stopped stopped = (ReplayResult.Stopped) result;
        throw new Stop(stopped.reason(), "the " + side + " stopped: " + result);
    }

    static double value(Map<String, TensorContents> tensors, Element e) {
        TensorContents t = tensors.get(e.tensor());
        return t == null ? Double.NaN : t.value(e.flat());
    }

    /** The difference that needs no explanation, of two numbers. */
    double least(double r, double c, Element e) {
        ElementType type = spec(e.tensor()).type();
        if (!type.isFloat()) {
            return 0;
        }
        double vanishing = type == ElementType.F64 ? 0x1p-48 : 0x1p-19;
        return ULPS * Elements.ulp(Math.max(Math.abs(r), Math.abs(c)), type) + vanishing;
    }
}

package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Evaluation;
import io.heddle.launch.Launch;
import io.heddle.launch.LaunchSequence;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.machine.Observations;
import io.heddle.replay.machine.Observations.Decisions;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.StepAssumption;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.number.Elements;
import io.heddle.replay.step.LiftedFunctions;
import io.heddle.term.ElementType;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs of both sides on the same inputs, and their elements' values. */
final class PairRuns {
    private static final int ULPS = 4;

    /** Of doubles: a formula is evaluated in doubles, too, and its sums round as often. */
    private static final int ULPS_OF_FORMULA = 1 << 14;

    private static final double FAR_OFF = 0.01;

    /** Instructions of a run that takes less than the start of a thread. */
    static final long BRIEF = 100_000;

    private final ConcreteSide reference;
    private final ConcreteSide candidate;
    private final ReplayOptions referenceOptions;
    private final ReplayOptions candidateOptions;
    private boolean directionsKept;
    private final Map<String, TensorSpec> specs = new HashMap<>();
    private List<Dim3> referenceBlocks;
    private List<Dim3> candidateBlocks;
    private long most; // instructions that one run may take
    private long deadline; // when runs stop; 0 for never
    private long spent;
    private long longest = Long.MAX_VALUE; // instructions of the longer side's last ordinary run

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

        /** True if a kernel without defects cannot stop for this reason. */
        boolean isDefect() {
            return switch (reason) {
                case OUT_OF_BOUNDS, MISALIGNED, TRAP, RACE, DEADLOCK, UNDEFINED -> true;
                case UNSUPPORTED, OVERFLOW, BUDGET, ARGUMENTS -> false;
            };
        }
    }

    PairRuns(
            Computation reference,
            Computation candidate,
            ReplayOptions referenceOptions,
            ReplayOptions candidateOptions) {
        LiftedFunctions functions = new LiftedFunctions();
        this.reference = side(reference, functions);
        this.candidate = side(candidate, functions);
        this.referenceOptions = referenceOptions;
        this.candidateOptions = candidateOptions;
        referenceBlocks = this.reference.blocks();
        candidateBlocks = this.candidate.blocks();
        most = referenceOptions.maxInstructions();
        for (Computation computation : List.of(candidate, reference)) {
            computation.tensors().forEach(t -> specs.put(t.name(), t));
        }
    }

    /** Runs of what a side computes. */
    static ConcreteSide side(Computation computation, LiftedFunctions functions) {
        if (computation instanceof Launch launch) {
            return new LaunchRuns(launch, functions);
        }
        return computation instanceof LaunchSequence sequence
                ? new SequenceRuns(sequence, functions)
                : new FormulaRuns((Evaluation) computation);
    }

    /** Lets one run take more instructions than all are to take together. */
    void allow(long instructions) {
        most = Math.max(most, instructions);
    }

    /** False if taking inlined library functions exactly changes no run. */
    boolean isLiftable() {
        return reference.isLiftable() || candidate.isLiftable();
    }

    /** Stops runs at a time, by the nanosecond clock. */
    void until(long nanoTime) {
        deadline = nanoTime;
    }

    /** Stops runs so many nanoseconds from now; {@link Long#MAX_VALUE} for never. */
    void within(long nanos) {
        deadline = nanos == Long.MAX_VALUE ? 0 : System.nanoTime() + nanos;
    }

    /** When runs stop, by the nanosecond clock; 0 for never. */
    long deadline() {
        return deadline;
    }

    /** Runs only these CTAs from now on. */
    void only(List<Dim3> ofReference, List<Dim3> ofCandidate) {
        referenceBlocks = ofReference;
        candidateBlocks = ofCandidate;
    }

    Computation reference() {
        return reference.computation();
    }

    Computation candidate() {
        return candidate.computation();
    }

    /**
     * What the sides noted since this was last asked, of what is assumed of instructions.
     *
     * @param assumptions of whose kinds it is to be
     */
    Map<Observations.Site, Map<Long, Decisions>> observed(Set<StepAssumption> assumptions) {
        Map<Observations.Site, Map<Long, Decisions>> all = new LinkedHashMap<>();
        all.putAll(reference.takeObservations());
        all.putAll(candidate.takeObservations());
        all.keySet().removeIf(s -> assumptions.stream().noneMatch(a -> a.kind() == s.kind()));
        return all;
    }

    /** Forgets what the sides noted, as in a run that stopped. */
    void forgetObserved() {
        observed(Set.of());
    }

    /** Instructions that all ordinary runs may take together. */
    long budget() {
        return referenceOptions.maxInstructions();
    }

    /** Instructions that ordinary runs have taken. */
    long spent() {
        return spent;
    }

    /** What ordinary runs have taken since then does not count. */
    void forget(long spentBefore) {
        spent = spentBefore;
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

    /** True unless no result is rounded in runs of the sides. */
    boolean areRounded(Inputs inputs) {
        try {
            run(inputs, (usual, first) -> usual.exactly());
            return false;
        } catch (Stop stop) {
            return true;
        }
    }

    /** Lets random roundings leave conversions as they are that name a direction. */
    void keepDirections() {
        directionsKept = true;
    }

    private ReplayOptions options(ReplayOptions changed) {
        return directionsKept || changed.noise() == 0 ? changed : changed.freeingConversions();
    }

    /** Runs the sides, at the same time unless both are brief. */
    private Outcome run(Inputs inputs, boolean counts, Change change) {
        ReplayOptions first = options(change.of(referenceOptions, true));
        ReplayOptions second = options(change.of(candidateOptions, false));
        ReplayResult one;
        ReplayResult two;
        if (longest < BRIEF) {
            one = replay(reference, inputs, first, referenceBlocks);
            two = replay(candidate, inputs, second, candidateBlocks);
        } else {
            CompletableFuture<ReplayResult> other =
                    CompletableFuture.supplyAsync(
                            () -> replay(candidate, inputs, second, candidateBlocks));
            try {
                one = replay(reference, inputs, first, referenceBlocks);
            } finally {
                two = joined(other);
            }
        }
        if (one instanceof ReplayResult.Finished r && two instanceof ReplayResult.Finished c) {
            longest = Math.max(r.instructions(), c.instructions());
        }
        return new Outcome(contents(one, counts, "reference"), contents(two, counts, "candidate"));
    }

    /** What a run in another thread gave or threw. */
    static <T> T joined(CompletableFuture<T> run) {
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

    /** What some CTAs of one side leave. */
    Map<String, TensorContents> alone(boolean first, List<Dim3> blocks, Inputs inputs) {
        ReplayOptions options = first ? referenceOptions : candidateOptions;
        ReplayResult result = replay(first ? reference : candidate, inputs, options, blocks);
        return contents(result, true, first ? "reference" : "candidate");
    }

    private ReplayResult replay(
            ConcreteSide side, Inputs inputs, ReplayOptions options, List<Dim3> blocks) {
        return side.run(inputs, options.within(most).until(deadline), blocks);
    }

    private Map<String, TensorContents> contents(ReplayResult result, boolean counts, String side) {
        if (result instanceof ReplayResult.Finished f) {
            spent += counts ? f.instructions() : 0;
            return f.tensors();
        }
        ReplayResult.Stopped stopped = (ReplayResult.Stopped) result;
        throw new Stop(stopped.reason(), "the " + side + " stopped: " + stopped);
    }

    /** That an element agrees at one point; rounded if it is two numbers nevertheless. */
    static ReplayVerdict.Agree agreed(Outcome o, Element e) {
        int order = Double.compare(value(o.reference(), e), value(o.candidate(), e));
        return new ReplayVerdict.Agree(1, 1, "", Set.of(), order != 0);
    }

    static double value(Map<String, TensorContents> tensors, Element e) {
        TensorContents t = tensors.get(e.tensor());
        return t == null ? Double.NaN : t.value(e.flat());
    }

    /** True if two values differ by more than roundings do where nothing cancels. */
    static boolean isFarOff(Element e, Outcome o) {
        double r = value(o.reference(), e);
        double c = value(o.candidate(), e);
        boolean near = Math.abs(r - c) <= FAR_OFF * Math.max(Math.abs(r), Math.abs(c));
        return !near || Double.isInfinite(r) || Double.isInfinite(c);
    }

    /** The difference that needs no explanation, of two numbers. */
    double least(double r, double c, Element e) {
        ElementType type = spec(e.tensor()).type();
        if (!type.isFloat()) {
            return 0;
        }
        double vanishing = type == ElementType.F64 ? 0x1p-48 : 0x1p-19;
        boolean isFormula = reference() instanceof Evaluation && type == ElementType.F64;
        return (isFormula ? ULPS_OF_FORMULA : ULPS)
                        * Elements.ulp(Math.max(Math.abs(r), Math.abs(c)), type)
                + vanishing;
    }
}

package io.heddle.check;

import io.heddle.launch.Computation;
import io.heddle.launch.Evaluation;
import io.heddle.launch.LaunchSequence;
import io.heddle.replay.Excuse;
import io.heddle.replay.ReplayCheck;
import io.heddle.replay.RunOutcome;
import io.heddle.replay.SoloReplay;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayOptions.Schedule;
import io.heddle.replay.machine.StepAssumption;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The kernels of a pair are to be run concretely. It holds all that the runs depend on but the PTX,
 * so that any process that has that can do it, with the same result.
 *
 * @param pair whose kernels
 * @param integers how large the integers of random inputs are
 * @param ofReference thread instructions that the reference executes; 0 if not known
 * @param ofCandidate thread instructions that the candidate executes; 0 if not known
 * @param inputVariables variables of the modules that the executions have found to be inputs
 * @param what is asked
 */
public record ReplayRequest(
        Pair pair,
        Integers integers,
        long ofReference,
        long ofCandidate,
        List<Symbol> inputVariables,
        What what)
        implements Serializable {
    /** Copies the list. */
    public ReplayRequest {
        inputVariables = List.copyOf(inputVariables);
    }

    /** How large the integers of random inputs are. */
    enum Integers {
        ANY,
        SMALL,
        TINY
    }

    /** What is asked. */
    sealed interface What extends Serializable {
        /** The same with no more time. */
        What within(long most);
    }

    /**
     * Whether an element differs at one input.
     *
     * @param tensor its tensor
     * @param flat its row-major index
     * @param inputs values of input elements, by name
     * @param nanos after which runs stop
     */
    record At(String tensor, long flat, Map<String, Rational> inputs, long nanos) implements What {
        @Override
        public What within(long most) {
            return new At(tensor, flat, inputs, Math.min(most, nanos));
        }
    }

    /**
     * Whether elements agree on several inputs.
     *
     * @param elements to compare, by tensor and row-major index
     * @param recovered true if the claim reads constants as numbers near them
     * @param ofConstants how far apart results may be for that, relative to them
     * @param withoutTraps true if the claim assumes that no trap is executed
     * @param rounded true if roundings may decide
     * @param listed true if the claim assumes that some roundings do not
     * @param excuses what the claim excludes
     * @param assumed what the claim assumes of single instructions
     * @param nanos after which runs stop
     */
    record Agreement(
            Map<String, BitSet> elements,
            boolean recovered,
            double ofConstants,
            boolean withoutTraps,
            boolean rounded,
            boolean listed,
            Set<Excuse> excuses,
            Set<StepAssumption> assumed,
            long nanos)
            implements What {
        @Override
        public What within(long most) {
            return new Agreement(
                    elements,
                    recovered,
                    ofConstants,
                    withoutTraps,
                    rounded,
                    listed,
                    excuses,
                    assumed,
                    Math.min(most, nanos));
        }
    }

    /**
     * Whether a kernel without a candidate shows a defect on several inputs.
     *
     * @param excuses what the claim that it has none excludes
     * @param withoutTraps true if the claim assumes that no trap is executed
     * @param assumed what the claim assumes of single instructions
     * @param races true if races are looked for
     * @param nanos after which runs stop
     */
    record Alone(
            Set<Excuse> excuses,
            boolean withoutTraps,
            Set<StepAssumption> assumed,
            boolean races,
            long nanos)
            implements What {
        @Override
        public What within(long most) {
            return new Alone(excuses, withoutTraps, assumed, races, Math.min(most, nanos));
        }
    }

    /** Thread instructions of one run of all kernels, 0 if not known. */
    public long instructions() {
        return ofReference + ofCandidate;
    }

    /** The same request, whose runs stop after so many nanoseconds at the latest. */
    public ReplayRequest within(long nanos) {
        return new ReplayRequest(
                pair, integers, ofReference, ofCandidate, inputVariables, what.within(nanos));
    }

    /** Runs the kernels of {@code files}, which are those that were simulated. */
    public RunOutcome run(KernelFiles files) {
        Computations.Both both =
                new Computations.Both(
                                computation(pair.reference(), files),
                                computation(pair.candidate(), files))
                        .agreed();
        return run(both.reference(), both.candidate());
    }

    private static Computation computation(Side side, KernelFiles files) {
        return side == null ? null : Computations.of(side, files);
    }

    /** Runs both sides; the candidate is null if there is none. */
    RunOutcome run(Computation ofReferenceFile, Computation ofCandidateFile) {
        Computation reference = reading(ofReferenceFile);
        if (what instanceof Alone claim) {
            return new SoloReplay(
                            reference,
                            options(pair.reference()),
                            integers == Integers.ANY,
                            ofReference,
                            claim.nanos())
                    .excusing(claim.excuses(), claim.withoutTraps())
                    .assuming(claim.assumed())
                    .run(claim.races());
        }
        Computation candidate = reading(ofCandidateFile);
        ReplayCheck check =
                new ReplayCheck(
                        reference, candidate, options(pair.reference()), options(pair.candidate()));
        if (integers == Integers.TINY) {
            check.withTinyIntegers();
        } else if (integers == Integers.SMALL) {
            check.withSmallIntegers();
        }
        if (what instanceof At point) {
            return check.within(point.nanos()).at(point.tensor(), point.flat(), point.inputs());
        }
        Agreement claim = (Agreement) what;
        if (claim.recovered()) {
            check.withRecoveredConstants(claim.ofConstants());
        }
        if (claim.withoutTraps()) {
            check.withoutTraps();
        }
        if (claim.rounded()) {
            check.withRoundings(claim.listed());
        }
        return check.excusing(claim.excuses())
                .assuming(claim.assumed())
                .expecting(ofReference, ofCandidate)
                .within(claim.nanos())
                .only(claim.elements())
                .compare(List.copyOf(claim.elements().keySet()));
    }

    private Computation reading(Computation computation) {
        return computation instanceof Evaluation
                ? computation
                : LaunchSequence.of(
                        computation.launches().stream()
                                .map(launch -> launch.reading(inputVariables))
                                .toList());
    }

    /** Options of the concrete runs of one side. */
    static ReplayOptions options(Side side) {
        ReplayOptions options = ReplayOptions.defaults();
        return side.options().warpSynchronous() ? options.with(Schedule.LOCK_STEP) : options;
    }
}

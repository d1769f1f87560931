package io.heddle.check;

import io.heddle.finding.Finding;
import io.heddle.finding.LaunchException;
import io.heddle.finding.Location;
import io.heddle.launch.Computation;
import io.heddle.launch.Evaluation;
import io.heddle.launch.Launch;
import io.heddle.launch.LaunchSequence;
import io.heddle.machine.SimulationOptions;
import io.heddle.ptx.SourcePosition;
import io.heddle.report.ErrorCause;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport.Defect;
import io.heddle.simulate.FormulaTerms;
import io.heddle.simulate.SequenceSimulator;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.Simulator;
import io.heddle.spec.index.FormulaException;
import io.heddle.suite.Limits;
import io.heddle.suite.Side;
import io.heddle.term.LimitExceededException;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The symbolic execution of one side; everything that can go wrong is part of the result, not an
 * exception.
 *
 * @param kernel which side
 * @param run launch and result; the result is null if the execution ended by a limit or an error
 * @param defects what it found, in order of detection; the reason of an early end last
 * @param error why it is an error, or null
 * @param message of the error
 */
record SideExecution(
        KernelSide kernel,
        Simulated.Run run,
        List<Defect> defects,
        ErrorCause error,
        String message) {
    /**
     * Executes a launch, or evaluates a formula, into {@code store}.
     *
     * @param costs whether the result says what each instruction costs
     */
    static SideExecution of(
            KernelSide kernel,
            Side side,
            Computation computation,
            TermStore store,
            Limits limits,
            boolean recordBarriers,
            boolean costs,
            long deadlineNanos) {
        SimulationOptions plain = options(side, recordBarriers, deadlineNanos);
        SimulationOptions options = costs ? plain.countingCosts() : plain;
        try {
            SimulationResult result = result(computation, store, options, deadlineNanos);
            return new SideExecution(
                    kernel,
                    new Simulated.Run(computation, result),
                    defects(kernel, result, limits),
                    null,
                    null);
        } catch (LaunchException | FormulaException e) {
            return failed(kernel, computation, ErrorCause.INPUT, e.getMessage());
        } catch (LimitExceededException e) {
            return limited(kernel, computation, Failures.limit(e, limits));
        } catch (OutOfMemoryError e) {
            return limited(kernel, computation, Failures.outOfMemory(limits));
        } catch (RuntimeException | AssertionError | StackOverflowError e) {
            return failed(kernel, computation, ErrorCause.INTERNAL, Failures.internal(e));
        }
    }

    private static SimulationResult result(
            Computation computation,
            TermStore store,
            SimulationOptions options,
            long deadlineNanos) {
        if (computation instanceof Launch launch) {
            return Simulator.run(launch, store, options);
        }
        return computation instanceof LaunchSequence sequence
                ? SequenceSimulator.run(sequence, store, options)
                : FormulaTerms.run((Evaluation) computation, store, deadlineNanos);
    }

    /** How a side is executed. */
    static SimulationOptions options(Side side, boolean recordBarriers, long deadlineNanos) {
        SimulationOptions options =
                new SimulationOptions(
                        side.options().sameValueRaces(),
                        side.options().warpSynchronous(),
                        side.options().finiteMasks(),
                        recordBarriers,
                        SimulationOptions.defaults().maxInstructions(),
                        deadlineNanos);
        return side.options().oneOrder() ? options.inOneOrder() : options;
    }

    private static List<Defect> defects(KernelSide kernel, SimulationResult result, Limits limits) {
        List<Defect> defects = new ArrayList<>();
        for (Finding finding : result.findings()) {
            defects.add(new Defect(kernel, finding));
        }
        int last = defects.size() - 1;
        if (!result.complete() && last >= 0 && isUndecided(defects.get(last))) {
            defects.set(last, Failures.withLimits(defects.get(last), limits));
        }
        if (!result.complete() && defects.isEmpty()) {
            throw new IllegalStateException("an execution ended early and no finding says why");
        }
        return defects;
    }

    private static boolean isUndecided(Defect defect) {
        return defect.finding().kind() == Finding.Kind.UNDECIDED;
    }

    private static SideExecution failed(
            KernelSide kernel, Computation computation, ErrorCause cause, String message) {
        return new SideExecution(
                kernel, new Simulated.Run(computation, null), List.of(), cause, message);
    }

    private static SideExecution limited(
            KernelSide kernel, Computation computation, String message) {
        List<Defect> defects = List.of(limit(kernel, computation, message));
        return new SideExecution(kernel, new Simulated.Run(computation, null), defects, null, null);
    }

    /** That a limit was reached. */
    static Defect limit(KernelSide kernel, Computation computation, String message) {
        Location entry = new Location(position(computation), null);
        return new Defect(kernel, new Finding(Finding.Kind.UNDECIDED, message, entry, List.of()));
    }

    /** Where a kernel or a formula begins. */
    private static SourcePosition position(Computation computation) {
        if (computation instanceof Evaluation e) {
            return new SourcePosition(e.formula().formula().file(), 1, 1);
        }
        Launch first = computation.launches().get(0);
        return first.module().function(first.entry()).position();
    }

    /** The same execution as the other side. */
    SideExecution as(KernelSide other) {
        List<Defect> same = defects.stream().map(d -> new Defect(other, d.finding())).toList();
        return new SideExecution(other, run, same, error, message);
    }

    /** True if every thread ran to its end. */
    boolean complete() {
        return run.result() != null && run.result().complete();
    }
}

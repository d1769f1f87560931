package io.heddle.machine;

import io.heddle.term.LimitExceededException;
import java.io.Serializable;
import java.util.function.Supplier;

/**
 * Options and limits of an execution.
 *
 * @param sameValueRaces unordered writes of the same value are listed as assumptions, not reported
 *     as races
 * @param warpSynchronous the threads of a warp execute in lock-step (an assumption)
 * @param finiteMasks large negative finite masks count as −∞ (an assumption)
 * @param recordBarriers the result lists every generation of a named barrier
 * @param oneOrder what an atomic returns, if it is known, is what it is in the order in which this
 *     execution makes the atomics: one of those that are possible, so that a defect is one, but
 *     nothing else follows. Only where no fence, acquire or release orders anything by atomics
 * @param countCosts the result says what each instruction costs
 * @param maxInstructions greatest number of executed instructions, summed over threads
 * @param deadlineNanos value of {@link System#nanoTime()} at which the execution stops; {@link
 *     Long#MAX_VALUE} for none
 */
public record SimulationOptions(
        boolean sameValueRaces,
        boolean warpSynchronous,
        boolean finiteMasks,
        boolean recordBarriers,
        boolean oneOrder,
        boolean countCosts,
        long maxInstructions,
        long deadlineNanos)
        implements Serializable {
    /** Options of an execution that stands for all orders of the atomics. */
    public SimulationOptions(
            boolean sameValueRaces,
            boolean warpSynchronous,
            boolean finiteMasks,
            boolean recordBarriers,
            long maxInstructions,
            long deadlineNanos) {
        this(
                sameValueRaces,
                warpSynchronous,
                finiteMasks,
                recordBarriers,
                false,
                false,
                maxInstructions,
                deadlineNanos);
    }

    /** The same with atomics in one order. */
    public SimulationOptions inOneOrder() {
        return with(true, countCosts);
    }

    /** The same for an execution that stands for all orders of the atomics. */
    public SimulationOptions inAnyOrder() {
        return with(false, countCosts);
    }

    /** The same with the costs of instructions. */
    public SimulationOptions countingCosts() {
        return with(oneOrder, true);
    }

    private SimulationOptions with(boolean inOneOrder, boolean costs) {
        return new SimulationOptions(
                sameValueRaces,
                warpSynchronous,
                finiteMasks,
                recordBarriers,
                inOneOrder,
                costs,
                maxInstructions,
                deadlineNanos);
    }

    /** No option set, at most ten billion instructions, no deadline. */
    public static SimulationOptions defaults() {
        return new SimulationOptions(false, false, false, false, 10_000_000_000L, Long.MAX_VALUE);
    }

    /**
     * Throws {@link LimitExceededException} if the time is over, or this thread is interrupted.
     *
     * @param where the execution is, for the message
     */
    public void checkClock(Supplier<String> where) {
        if (deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos > 0) {
            throw new LimitExceededException("out of time, " + where.get());
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new LimitExceededException("interrupted, " + where.get());
        }
    }
}

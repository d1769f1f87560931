package io.heddle.machine;

import java.io.Serializable;

/**
 * Options and limits of an execution.
 *
 * @param sameValueRaces unordered writes of the same value are listed as assumptions, not reported
 *     as races
 * @param warpSynchronous the threads of a warp execute in lock-step (an assumption)
 * @param finiteMasks large negative finite masks count as −∞ (an assumption)
 * @param recordBarriers the result lists every generation of a named barrier
 * @param maxInstructions greatest number of executed instructions, summed over threads
 * @param deadlineNanos value of {@link System#nanoTime()} at which the execution stops; {@link
 *     Long#MAX_VALUE} for none
 */
public record SimulationOptions(
        boolean sameValueRaces,
        boolean warpSynchronous,
        boolean finiteMasks,
        boolean recordBarriers,
        long maxInstructions,
        long deadlineNanos)
        implements Serializable {
    /** No option set, at most ten billion instructions, no deadline. */
    public static SimulationOptions defaults() {
        return new SimulationOptions(false, false, false, false, 10_000_000_000L, Long.MAX_VALUE);
    }
}

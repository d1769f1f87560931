package io.heddle.machine;

import java.io.Serializable;

/**
 * Options and budgets of an execution.
 *
 * @param sameValueRaces races in which both sides write the same value are assumptions, not
 *     findings
 * @param warpSynchronous threads of a warp run in lock-step (an assumption)
 * @param finiteMasks large negative finite masks count as −∞ (an assumption)
 * @param recordBarriers the result lists every generation of a named barrier
 * @param maxInstructions budget of executed thread instructions
 * @param deadlineNanos {@link System#nanoTime()} at which to stop
 */
public record SimulationOptions(
        boolean sameValueRaces,
        boolean warpSynchronous,
        boolean finiteMasks,
        boolean recordBarriers,
        long maxInstructions,
        long deadlineNanos)
        implements Serializable {
    /** Strict semantics, ten billion instructions, no deadline. */
    public static SimulationOptions defaults() {
        return new SimulationOptions(false, false, false, false, 10_000_000_000L, Long.MAX_VALUE);
    }
}

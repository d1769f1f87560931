package io.heddle.replay;

/**
 * How a launch is replayed.
 *
 * @param maxInstructions thread instructions after which a run stops
 * @param schedule the order in which threads run
 */
public record ReplayOptions(long maxInstructions, Schedule schedule) {
    /**
     * The order in which the threads of a CTA run; a correct kernel's result is the same in all.
     */
    public enum Schedule {
        /** Each thread until it blocks, from the first to the last. */
        ASCENDING,
        /** Each thread until it blocks, from the last to the first. */
        DESCENDING,
        /** The lanes of a warp instruction by instruction, for warp-synchronous code. */
        LOCK_STEP
    }

    /** Thirty million instructions, threads in ascending order. */
    public static ReplayOptions defaults() {
        return new ReplayOptions(30_000_000, Schedule.ASCENDING);
    }

    /** These options with another schedule. */
    public ReplayOptions with(Schedule other) {
        return new ReplayOptions(maxInstructions, other);
    }
}

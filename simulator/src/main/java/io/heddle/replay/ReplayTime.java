package io.heddle.replay;

/**
 * How the time for the runs of a replay is shared out: what is begun late must not be cut short.
 */
final class ReplayTime {
    private static final int PARTS = 4;
    private static final long BRIEF = 10_000_000_000L; // nanoseconds

    private ReplayTime() {}

    /**
     * After how many nanoseconds no further input is begun: a quarter of all, but ten seconds where
     * there are so many.
     *
     * @param nanos after which all runs stop
     */
    static long toBegin(long nanos) {
        return Math.max(nanos / PARTS, Math.min(nanos, BRIEF));
    }

    /** The same where inputs so far said nothing, since what a claim excludes happens at them. */
    static long toBeginFurther(long nanos) {
        return Math.max(nanos / PARTS * (PARTS - 1), toBegin(nanos));
    }
}

package io.heddle.replay.machine;

/** The time of one run. Whatever may take long in a run looks at it while the run goes on. */
public final class RunClock {
    private final long deadline;
    private boolean isOver;

    /**
     * A clock that is looked at from now on.
     *
     * @param deadline when the run stops, by this process's nanosecond clock; 0 for never
     */
    public RunClock(long deadline) {
        this.deadline = deadline;
    }

    /** Throws what stops the run if its time is over. */
    public void check() {
        if (!isOver && deadline != 0 && System.nanoTime() - deadline > 0) {
            throw new StopException(ReplayResult.Reason.BUDGET, "its time was over");
        }
    }

    /** The run has ended; its results may be read at any time. */
    void end() {
        isOver = true;
    }
}

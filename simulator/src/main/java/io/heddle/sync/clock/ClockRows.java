package io.heddle.sync.clock;

/**
 * Where a {@link CtaClock} has what: a row for the threads of each warp, one for the completions of
 * named barriers and the agent, and perhaps one a warp for the turns of its threads.
 *
 * <p>A turn says when a thread did something, not that its effect on memory is known: an arrival of
 * copies comes after all that the issuing thread did before, but does not release it.
 *
 * @param warps of a CTA
 * @param turns whether there are rows for them
 */
record ClockRows(int warps, boolean turns) {
    /** Rows of a CTA of some threads. */
    static ClockRows of(int threadsPerCta, boolean turns) {
        return new ClockRows(
                (threadsPerCta + HappensBefore.LANE_MASK) >> HappensBefore.WARP_SHIFT, turns);
    }

    /** How many there are. */
    int count() {
        return warps + 1 + (turns ? warps : 0);
    }

    /** The place of the completions of a named barrier. */
    int completion(int barrier) {
        return (warps << HappensBefore.WARP_SHIFT) + barrier;
    }

    /** The place of the agent. */
    int agent() {
        return (warps << HappensBefore.WARP_SHIFT) + HappensBefore.LANE_MASK;
    }

    /** The first row of turns. */
    int firstTurns() {
        return warps + 1;
    }

    /** The place of the turns of a thread. */
    int turn(int tid) {
        return (firstTurns() << HappensBefore.WARP_SHIFT) + tid;
    }

    /**
     * The place that a thread's arrivals are known by: its turns, where there are rows for them.
     */
    int arrivals(int tid) {
        return turns ? turn(tid) : tid;
    }

    /**
     * The first of the rows that have all arrivals and the agent: of all, where turns have none.
     */
    int firstArrivals() {
        return turns ? warps : 0;
    }
}

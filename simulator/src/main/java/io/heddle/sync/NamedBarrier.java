package io.heddle.sync;

import java.util.Arrays;

/** The state of one of a CTA's 16 barriers: who has come to its current generation. */
final class NamedBarrier {
    final int id;

    /** By warp: lanes that have arrived, waiting ones included. */
    final int[] arrived;

    /** By warp: lanes that wait. */
    final int[] waiting;

    /** What the first one to arrive asked for; null if nobody has arrived. */
    private Barriers.Call first;

    /**
     * What those that did not wait released when they arrived: an object of the clocks, or -1 until
     * it is needed.
     */
    int goneOn = -1;

    private int arrivals;
    private int waiters;
    private int trueVotes;

    NamedBarrier(int id, int warps) {
        this.id = id;
        arrived = new int[warps];
        waiting = new int[warps];
    }

    /** True if nobody has arrived since the last generation. */
    boolean isIdle() {
        return first == null;
    }

    /** The first arrival, or null. */
    Barriers.Call first() {
        return first;
    }

    /** The number of arrivals, waiting threads included. */
    int arrivals() {
        return arrivals;
    }

    /** The number of waiting threads. */
    int waiters() {
        return waiters;
    }

    /** Arrivals with a true predicate. */
    int trueVotes() {
        return trueVotes;
    }

    /** Lanes of a warp arrive. */
    void add(int warp, int lanes, Barriers.Call call, int predicates) {
        if (first == null) {
            first = call;
        }
        arrivals += Integer.bitCount(lanes);
        arrived[warp] |= lanes;
        trueVotes += Integer.bitCount(predicates);
        if (call.operation() != Barriers.Operation.ARRIVE) {
            waiters += Integer.bitCount(lanes);
            waiting[warp] |= lanes;
        }
    }

    /** The next generation begins. */
    void reset() {
        first = null;
        arrivals = 0;
        waiters = 0;
        trueVotes = 0;
        Arrays.fill(arrived, 0);
        Arrays.fill(waiting, 0);
    }
}

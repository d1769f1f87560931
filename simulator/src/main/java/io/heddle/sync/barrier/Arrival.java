package io.heddle.sync.barrier;

import io.heddle.sync.clock.HappensBefore;

/** Lanes of a warp that have arrived at a named barrier and gone on. */
final class Arrival {
    private final int[] threads;

    /** The stamps of the lanes before they arrived. */
    private final int[] stamps;

    /** True if the lanes arrived as one. */
    private final boolean aligned;

    /**
     * An arrival of threads that are about to arrive.
     *
     * @param threads of the launch
     */
    Arrival(HappensBefore clocks, int[] threads, boolean aligned) {
        this.threads = threads;
        this.aligned = aligned;
        stamps = new int[threads.length];
        for (int i = 0; i < stamps.length; i++) {
            stamps[i] = clocks.stamp(threads[i]);
        }
    }

    /**
     * True if it has happened before the present of some threads that have come together. Lanes
     * that arrive as one are all there when one of them has gone on; of others, each has to be
     * known.
     */
    boolean isBefore(HappensBefore clocks, int[] together) {
        for (int i = 0; i < stamps.length; i++) {
            if (isBefore(clocks, i, together) == aligned) {
                return aligned;
            }
        }
        return !aligned;
    }

    private boolean isBefore(HappensBefore clocks, int i, int[] together) {
        for (int thread : together) {
            if (clocks.ordered(threads[i], stamps[i], thread)) {
                return true;
            }
        }
        return false;
    }
}

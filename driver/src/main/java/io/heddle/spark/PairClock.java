package io.heddle.spark;

import java.io.Serializable;

/**
 * The time of a pair in one process, for tasks that share nothing else of the pair: it runs from
 * when the first of them asks.
 */
final class PairClock implements Serializable {
    private static final long serialVersionUID = 1;

    private final long nanos;
    private transient long began;
    private transient boolean runs;

    /** A clock that allows so many nanoseconds; {@link Long#MAX_VALUE} for no limit. */
    PairClock(long nanos) {
        this.nanos = nanos;
    }

    /** The nanoseconds that are left now, 0 if none are. */
    synchronized long left() {
        if (!runs) {
            runs = true;
            began = System.nanoTime();
        }
        return nanos == Long.MAX_VALUE ? nanos : Math.max(0, nanos - (System.nanoTime() - began));
    }
}

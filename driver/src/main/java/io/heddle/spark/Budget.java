package io.heddle.spark;

import io.heddle.condition.DecideOptions;
import io.heddle.suite.Limits;
import java.io.Serializable;

/**
 * Decision options that can be sent to another process: they hold the time that is left, not a
 * deadline on this process's clock.
 *
 * @param options all but the deadline
 * @param nanosLeft time for the decision in all its tasks, from when the first takes it up
 * @param limits the pair's limits, to name in messages
 */
record Budget(DecideOptions options, long nanosLeft, Limits limits) implements Serializable {
    private static final double GRACE = 0.15; // of the pair's limit
    private static final double LEAST_GRACE = 1; // second

    /** {@code options} with the time that is left now. */
    static Budget of(DecideOptions options, Limits limits) {
        long left =
                options.deadlineNanos() == Long.MAX_VALUE
                        ? Long.MAX_VALUE
                        : Math.max(0, options.deadlineNanos() - System.nanoTime());
        return new Budget(options, left, limits);
    }

    /**
     * The options, their deadline on this process's clock.
     *
     * @param spent nanoseconds that the decision has taken elsewhere
     * @param most nanoseconds after which it ends in any case; {@link Long#MAX_VALUE} for none
     */
    DecideOptions start(long spent, long most) {
        long nanos = Math.min(nanosLeft(spent), most);
        return options.until(nanos == Long.MAX_VALUE ? nanos : System.nanoTime() + nanos);
    }

    /** The time that is left after so many nanoseconds; {@link Long#MAX_VALUE} for no limit. */
    long nanosLeft(long spent) {
        return nanosLeft == Long.MAX_VALUE ? nanosLeft : Math.max(0, nanosLeft - spent);
    }

    /** Nanoseconds after which the decision is over even if its tasks do not end. */
    long nanosAtMost(long spent) {
        long grace = (long) (Math.max(LEAST_GRACE, limits.seconds() * GRACE) * 1e9);
        return nanosLeft == Long.MAX_VALUE ? Long.MAX_VALUE / 2 : nanosLeft(spent) + grace;
    }
}

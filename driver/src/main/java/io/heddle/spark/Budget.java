package io.heddle.spark;

import io.heddle.condition.DecideOptions;
import io.heddle.suite.Limits;
import java.io.Serializable;

/**
 * Decision options that can be sent to another process: they hold the time that is left, not a
 * deadline on this process's clock.
 *
 * @param options all but the deadline
 * @param nanosLeft time for the decision, from when a task takes it up
 * @param limits the pair's limits, to name in messages
 */
record Budget(DecideOptions options, long nanosLeft, Limits limits) implements Serializable {
    /** {@code options} with the time that is left now. */
    static Budget of(DecideOptions options, Limits limits) {
        long left =
                options.deadlineNanos() == Long.MAX_VALUE
                        ? Long.MAX_VALUE
                        : Math.max(0, options.deadlineNanos() - System.nanoTime());
        return new Budget(options, left, limits);
    }

    /** The options, their deadline on this process's clock. */
    DecideOptions start() {
        return options.until(
                nanosLeft == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + nanosLeft);
    }
}

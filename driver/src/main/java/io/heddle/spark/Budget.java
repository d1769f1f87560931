package io.heddle.spark;

import io.heddle.condition.DecideOptions;
import io.heddle.suite.Limits;
import java.io.Serializable;

/**
 * Decision options that mean the same in every process: time is what is left, not a clock's
 * reading.
 *
 * @param options all but the deadline
 * @param nanosLeft time for the decision, from when a task takes it up
 * @param limits the pair's limits, to name in messages
 */
record Budget(DecideOptions options, long nanosLeft, Limits limits) implements Serializable {
    /** What is left of {@code options} now. */
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

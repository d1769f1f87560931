package io.heddle.decide;

import java.io.Serializable;

/**
 * Options and budgets of a decision.
 *
 * @param exactConstants no constant recovery
 * @param deadlineNanos {@link System#nanoTime()} at which to stop with UNDECIDED
 * @param maxMonomials budget of monomials of one canonical form
 * @param maxCases budget of case splits of one verification condition
 * @param seed of the sample points, so that runs are reproducible
 */
public record DecideOptions(
        boolean exactConstants, long deadlineNanos, long maxMonomials, int maxCases, long seed)
        implements Serializable {
    /** No deadline, four million monomials, 4096 cases. */
    public static DecideOptions defaults() {
        return new DecideOptions(false, Long.MAX_VALUE, 4_000_000L, 4096, 0x4845_4444_4c45L);
    }

    /** True once the deadline has passed. */
    public boolean isExpired() {
        return deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos > 0;
    }
}

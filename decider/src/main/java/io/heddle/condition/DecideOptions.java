package io.heddle.condition;

import io.heddle.algebra.Recovery;
import java.io.Serializable;

/**
 * Options and budgets of a decision.
 *
 * @param exactConstants no constant recovery
 * @param recovery which number each literal stands for, decided for the whole pair
 * @param deadlineNanos {@link System#nanoTime()} at which to stop with UNDECIDED
 * @param maxMonomials budget of monomials of one canonical form
 * @param maxCases budget of case splits of one verification condition
 * @param seed of the sample points, so that runs are reproducible
 */
public record DecideOptions(
        boolean exactConstants,
        Recovery recovery,
        long deadlineNanos,
        long maxMonomials,
        int maxCases,
        long seed)
        implements Serializable {
    /** Options with {@link Recovery#STANDARD}. */
    public DecideOptions(
            boolean exactConstants,
            long deadlineNanos,
            long maxMonomials,
            int maxCases,
            long seed) {
        this(exactConstants, Recovery.STANDARD, deadlineNanos, maxMonomials, maxCases, seed);
    }

    /** No deadline, four million monomials, 4096 cases. */
    public static DecideOptions defaults() {
        return new DecideOptions(false, Long.MAX_VALUE, 4_000_000L, 4096, 0x4845_4444_4c45L);
    }

    /** These options with another recovery of literals. */
    public DecideOptions with(Recovery of) {
        return new DecideOptions(exactConstants, of, deadlineNanos, maxMonomials, maxCases, seed);
    }

    /** These with another deadline. */
    public DecideOptions until(long deadline) {
        return new DecideOptions(exactConstants, recovery, deadline, maxMonomials, maxCases, seed);
    }

    /** These with at most so many monomials. */
    public DecideOptions within(long monomials) {
        return new DecideOptions(
                exactConstants,
                recovery,
                deadlineNanos,
                Math.min(monomials, maxMonomials),
                maxCases,
                seed);
    }

    /** True once the deadline has passed, and where this thread is interrupted. */
    public boolean isExpired() {
        return Thread.currentThread().isInterrupted()
                || deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos > 0;
    }
}

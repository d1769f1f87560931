package io.heddle.condition;

import io.heddle.algebra.MonomialPool;
import io.heddle.algebra.Recovery;
import io.heddle.term.LimitExceededException;
import java.io.Serializable;

/**
 * Options and budgets of a decision.
 *
 * @param exactConstants no constant recovery
 * @param recovery which number each literal stands for, decided for the whole pair
 * @param deadlineNanos {@link System#nanoTime()} at which to stop with UNDECIDED
 * @param maxMonomials budget of monomials of one proof
 * @param heldMonomials how many monomials all threads of a process may hold at a time; {@link
 *     Long#MAX_VALUE} for no limit. One proof gets at most five eighths of them
 * @param maxCases budget of case splits of one verification condition
 * @param seed of the sample points, so that runs are reproducible
 */
public record DecideOptions(
        boolean exactConstants,
        Recovery recovery,
        long deadlineNanos,
        long maxMonomials,
        long heldMonomials,
        int maxCases,
        long seed)
        implements Serializable {
    /** Options with {@link Recovery#STANDARD}, for any number of monomials held. */
    public DecideOptions(
            boolean exactConstants,
            long deadlineNanos,
            long maxMonomials,
            int maxCases,
            long seed) {
        this(
                exactConstants,
                Recovery.STANDARD,
                deadlineNanos,
                maxMonomials,
                Long.MAX_VALUE,
                maxCases,
                seed);
    }

    /** No deadline, four million monomials, 4096 cases. */
    public static DecideOptions defaults() {
        return new DecideOptions(false, Long.MAX_VALUE, 4_000_000L, 4096, 0x4845_4444_4c45L);
    }

    /** These options with another recovery of literals. */
    public DecideOptions with(Recovery of) {
        return new DecideOptions(
                exactConstants, of, deadlineNanos, maxMonomials, heldMonomials, maxCases, seed);
    }

    /** These with another deadline. */
    public DecideOptions until(long deadline) {
        return new DecideOptions(
                exactConstants, recovery, deadline, maxMonomials, heldMonomials, maxCases, seed);
    }

    /** These with at most so many monomials of one proof. */
    public DecideOptions within(long monomials) {
        long most = Math.min(monomials, maxMonomials);
        return new DecideOptions(
                exactConstants, recovery, deadlineNanos, most, heldMonomials, maxCases, seed);
    }

    /** These with at most so many monomials held by all threads of a process. */
    public DecideOptions holding(long monomials) {
        long most = Math.min(monomials, heldMonomials);
        return new DecideOptions(
                exactConstants, recovery, deadlineNanos, maxMonomials, most, maxCases, seed);
    }

    /** A pool of the monomials that the threads of a process may hold. */
    public MonomialPool pool() {
        return new MonomialPool(heldMonomials, maxMonomials);
    }

    /** True once the deadline has passed, and where this thread is interrupted. */
    public boolean isExpired() {
        return Thread.currentThread().isInterrupted()
                || deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos > 0;
    }

    /** Throws {@link LimitExceededException} if {@link #isExpired()}. */
    public void checkClock() {
        if (isExpired()) {
            throw new LimitExceededException("the time limit");
        }
    }
}

package io.heddle.algebra;

import io.heddle.term.LimitExceededException;

/** The work that one decision may spend: monomials and time. */
public final class Budget {
    private static final int CLOCK_INTERVAL = 1 << 14;

    private final long maxMonomials;
    private final long deadlineNanos;
    private long monomials;
    private long nextClock;

    /**
     * @param maxMonomials monomials made, over all intermediate forms
     * @param deadlineNanos {@link System#nanoTime()} at which to stop; {@link Long#MAX_VALUE} never
     */
    public Budget(long maxMonomials, long deadlineNanos) {
        this.maxMonomials = maxMonomials;
        this.deadlineNanos = deadlineNanos;
    }

    /** Spends {@code n} monomials; throws {@link LimitExceededException} when none are left. */
    void spend(long n) {
        monomials += n;
        if (monomials > maxMonomials) {
            throw new LimitExceededException("more than " + maxMonomials + " monomials");
        }
        if (monomials >= nextClock) {
            nextClock = monomials + CLOCK_INTERVAL;
            checkClock();
        }
    }

    /** Throws {@link LimitExceededException} when the time is up. */
    public void checkClock() {
        if (deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos > 0) {
            throw new LimitExceededException("the time limit");
        }
    }

    /** Monomials spent so far. */
    public long spent() {
        return monomials;
    }
}

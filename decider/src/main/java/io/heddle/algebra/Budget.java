package io.heddle.algebra;

import io.heddle.term.LimitExceededException;
import java.util.function.LongSupplier;

/** The work that one decision may spend: monomials and time. */
public final class Budget {
    /** How many monomials or steps are counted between two readings of the clock. */
    static final int CLOCK_INTERVAL = 1 << 14;

    private final long maxMonomials;
    private final long deadlineNanos;
    private final LongSupplier clock;
    private final MonomialPool.Share share; // null where nobody else draws
    private int steps;
    private long monomials;
    private long drawn; // from the pool
    private long nextClock;

    /**
     * @param maxMonomials monomials made, over all intermediate forms
     * @param deadlineNanos {@link System#nanoTime()} at which to stop; {@link Long#MAX_VALUE} never
     */
    public Budget(long maxMonomials, long deadlineNanos) {
        this(maxMonomials, deadlineNanos, System::nanoTime, null);
    }

    /**
     * A budget whose monomials are drawn from a pool, to which they must be {@linkplain #giveBack
     * given back}.
     *
     * @param maxMonomials as above; fewer where the pool has fewer for one proof
     */
    public Budget(long maxMonomials, long deadlineNanos, MonomialPool pool) {
        this(maxMonomials, deadlineNanos, System::nanoTime, pool);
    }

    /**
     * A budget with a clock of its own, for tests.
     *
     * @param clock nanoseconds
     * @param pool from which it draws, or null
     */
    Budget(long maxMonomials, long deadlineNanos, LongSupplier clock, MonomialPool pool) {
        this.maxMonomials = pool == null ? maxMonomials : Math.min(maxMonomials, pool.mostOfOne());
        this.deadlineNanos = deadlineNanos;
        this.clock = clock;
        this.share = pool == null ? null : pool.new Share(this.maxMonomials);
    }

    /** Time alone: no limit on monomials. */
    public static Budget until(long deadlineNanos) {
        return new Budget(Long.MAX_VALUE, deadlineNanos);
    }

    /**
     * Counts one step of a loop that makes no monomials; reads the clock every {@value
     * #CLOCK_INTERVAL} steps.
     */
    public void step() {
        if (++steps >= CLOCK_INTERVAL) {
            steps = 0;
            checkClock();
        }
    }

    /**
     * Spends {@code n} monomials; throws {@link LimitExceededException} when none are left. Waits
     * where others hold those of the pool.
     */
    void spend(long n) {
        monomials += n;
        if (monomials > maxMonomials) {
            throw new LimitExceededException("more than " + maxMonomials + " monomials");
        }
        if (share != null && monomials > drawn) {
            drawn = share.drawUpTo(monomials, this);
        }
        if (monomials >= nextClock) {
            nextClock = monomials + CLOCK_INTERVAL;
            checkClock();
        }
    }

    /** Returns to the pool what was drawn; nothing may be spent after. */
    public void giveBack() {
        if (share != null) {
            share.giveBack();
        }
    }

    /** Throws {@link LimitExceededException} when the time is up or this thread is interrupted. */
    public void checkClock() {
        if (Thread.currentThread().isInterrupted()) {
            throw new LimitExceededException("the decision was cancelled");
        }
        if (deadlineNanos != Long.MAX_VALUE && clock.getAsLong() - deadlineNanos > 0) {
            throw new LimitExceededException("the time limit");
        }
    }

    /** Monomials spent so far. */
    public long spent() {
        return monomials;
    }
}

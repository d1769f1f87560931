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
    private int steps;
    private long monomials;
    private long nextClock;

    /**
     * @param maxMonomials monomials made, over all intermediate forms
     * @param deadlineNanos {@link System#nanoTime()} at which to stop; {@link Long#MAX_VALUE} never
     */
    public Budget(long maxMonomials, long deadlineNanos) {
        this(maxMonomials, deadlineNanos, System::nanoTime);
    }

    /**
     * A budget with a clock of its own, for tests.
     *
     * @param clock nanoseconds
     */
    Budget(long maxMonomials, long deadlineNanos, LongSupplier clock) {
        this.maxMonomials = maxMonomials;
        this.deadlineNanos = deadlineNanos;
        this.clock = clock;
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

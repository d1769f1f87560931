package io.heddle.algebra;

import io.heddle.term.LimitExceededException;

/**
 * The monomials that all threads of a process together may hold for one pair. A proof draws them in
 * chunks while it makes forms and returns them at its end; where none is left it waits for other
 * proofs to end. One of those that wait may draw from a reserve, which is enough for the largest
 * proof: so no proof waits for ever, and what is proved does not depend on how many threads there
 * are. What threads keep from one proof to the next has a part of its own.
 */
public final class MonomialPool {
    private static final long LONGEST_WAIT_MILLIS = 100; // between two looks at the clock

    private final long mostOfOne;
    private final long mostKept;
    private long free;
    private boolean reserveIsTaken;
    private int keepers;

    /**
     * A pool.
     *
     * @param monomials that may be held in all
     * @param mostOfOne how many one proof needs at most; it gets fewer if that is more than three
     *     quarters of all
     */
    public MonomialPool(long monomials, long mostOfOne) {
        this.mostOfOne = Math.min(mostOfOne, monomials - monomials / 4);
        long working = Math.max(this.mostOfOne, monomials / 2);
        free = working - this.mostOfOne;
        mostKept = monomials - working;
    }

    /** A pool for which nobody waits. */
    public static MonomialPool unlimited() {
        return new MonomialPool(Long.MAX_VALUE, Long.MAX_VALUE / 4);
    }

    /** How many monomials one proof may make at most. */
    public long mostOfOne() {
        return mostOfOne;
    }

    /** Counts one more thread that keeps forms from one proof to the next. */
    public synchronized void addKeeper() {
        keepers++;
    }

    /** How many monomials one thread may keep from one proof to the next. */
    public synchronized long mostKept() {
        return mostKept / Math.max(1, keepers);
    }

    /** What one proof has drawn. */
    final class Share {
        private final Budget budget;
        private long drawn; // from what is free
        private boolean isSenior; // draws from the reserve
        private boolean isReturned;

        /**
         * A share of nothing yet.
         *
         * @param budget that ends the wait when its time is up
         */
        Share(Budget budget) {
            this.budget = budget;
        }

        /**
         * Draws monomials; waits until there are some. Throws {@link LimitExceededException} when
         * the time is up.
         */
        void draw(long monomials) {
            synchronized (MonomialPool.this) {
                while (!isSenior && !isReturned && free < monomials) {
                    if (!reserveIsTaken) {
                        reserveIsTaken = true;
                        isSenior = true;
                    } else {
                        await();
                    }
                }
                if (!isSenior && !isReturned) {
                    free -= monomials;
                    drawn += monomials;
                }
            }
        }

        private void await() {
            budget.checkClock();
            try {
                MonomialPool.this.wait(LONGEST_WAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                budget.checkClock();
            }
        }

        /** Returns all; from now on nothing is drawn. */
        void giveBack() {
            synchronized (MonomialPool.this) {
                free += drawn;
                drawn = 0;
                if (isSenior) {
                    reserveIsTaken = false;
                    isSenior = false;
                }
                isReturned = true;
                MonomialPool.this.notifyAll();
            }
        }
    }
}

package io.heddle.algebra;

import io.heddle.term.LimitExceededException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The monomials that all threads of a process together may hold for one pair.
 *
 * <p>Proofs draw them while they make forms, and return them at their end. A proof says first how
 * many it may need; it gets more as long as some order is left in which every proof can have what
 * it may need and end, and else waits for others to end (the banker's algorithm: Dijkstra, EWD 108,
 * 1965). So none waits for ever, and what is proved does not depend on how many threads there are.
 * Proofs that begin do not overtake one that waits. A thread must not begin a proof while it holds
 * monomials of another one, nor wait for a thread that may draw.
 *
 * <p>What threads keep from one proof to the next has a part of its own, which they share evenly.
 *
 * <p>Thread-safe.
 */
public final class MonomialPool {
    private static final long LONGEST_WAIT_MILLIS = 100; // between two looks at the clock
    private static final long DRAWS = 64; // of a proof that needs as much as it may

    private final boolean isUnlimited;
    private final long mostOfOne;
    private final long mostKept;
    private long free; // for proofs
    private long drawn;
    private long kept;
    private long mostHeld;
    private int keepers;
    private final List<Share> open = new ArrayList<>(); // of proofs that have drawn
    private final List<Share> waiting = new ArrayList<>(); // in the order in which they came

    /**
     * A pool.
     *
     * @param monomials that may be held in all; {@link Long#MAX_VALUE} for no limit
     * @param mostOfOne how many one proof may need at most; it gets fewer if that is more than five
     *     eighths of all
     */
    public MonomialPool(long monomials, long mostOfOne) {
        isUnlimited = monomials == Long.MAX_VALUE;
        this.mostOfOne = isUnlimited ? mostOfOne : Math.min(mostOfOne, monomials / 8 * 5);
        free = Math.max(monomials / 2, Math.min(mostOfOne, monomials / 8 * 5) + monomials / 8);
        mostKept = monomials - free;
    }

    /** How many monomials one proof may make at most. */
    public long mostOfOne() {
        return mostOfOne;
    }

    /** The most monomials that were held at a time until now, as far as they are counted. */
    public synchronized long mostHeld() {
        return mostHeld;
    }

    /** How many monomials are held now, as far as they are counted. */
    public synchronized long held() {
        return drawn + kept;
    }

    /** How many proofs wait for others. */
    synchronized int waiting() {
        return waiting.size();
    }

    private void noteHeld() {
        mostHeld = Math.max(mostHeld, drawn + kept);
    }

    // ---------------------------------------------------------------- proofs

    /** What one proof has drawn; of one thread. */
    final class Share {
        private final long claim;
        private long drawn;
        private Thread thread; // that drew first
        private boolean isReturned;

        /**
         * A share of nothing yet.
         *
         * @param claim how many monomials the proof may need; at most {@link #mostOfOne()}
         */
        Share(long claim) {
            this.claim = Math.min(claim, mostOfOne);
        }

        /**
         * Draws until the proof has so many monomials, or somewhat more; waits until it can have
         * them.
         *
         * @param needed at most what the proof claims
         * @param budget of the proof: throws {@link LimitExceededException} when the time is up
         * @return how many it has
         */
        long drawUpTo(long needed, Budget budget) {
            synchronized (MonomialPool.this) {
                assert !isReturned : "monomials are made after the end of a proof";
                if (isReturned || isUnlimited) {
                    return needed;
                }
                assert isOnlyOneOf(Thread.currentThread()) : "a proof within another one";
                long step = Math.min(mostOfOne / DRAWS, Budget.CLOCK_INTERVAL);
                long more = Math.max(needed - drawn, Math.min(step, claim - drawn));
                if (!mayDraw(this, more)) {
                    awaitTurn(more, budget);
                }
                if (drawn == 0) {
                    thread = Thread.currentThread();
                    open.add(this);
                }
                drawn += more;
                MonomialPool.this.drawn += more;
                free -= more;
                noteHeld();
                return drawn;
            }
        }

        private boolean isOnlyOneOf(Thread current) {
            return open.stream().allMatch(s -> s == this || s.thread != current);
        }

        private void awaitTurn(long more, Budget budget) {
            waiting.add(this);
            try {
                while (!mayDraw(this, more)) {
                    budget.checkClock();
                    MonomialPool.this.wait(LONGEST_WAIT_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                budget.checkClock();
                throw new AssertionError(e); // it looks for interruptions, too
            } finally {
                waiting.remove(this);
                MonomialPool.this.notifyAll(); // another one is the first now
            }
        }

        /** Returns all, at the end of the proof. */
        void giveBack() {
            synchronized (MonomialPool.this) {
                free += drawn;
                MonomialPool.this.drawn -= drawn;
                drawn = 0;
                isReturned = true;
                open.remove(this);
                MonomialPool.this.notifyAll();
            }
        }
    }

    /** True if a proof may have so many more monomials now. */
    private boolean mayDraw(Share share, long more) {
        boolean overtakes = share.drawn == 0 && !waiting.isEmpty() && waiting.get(0) != share;
        return !overtakes && more <= free && isSafe(share, more);
    }

    /** True if all proofs can end after a draw, one after the other if need be. */
    private boolean isSafe(Share share, long more) {
        long left = free - more;
        if (left >= mostOfOne) {
            return true; // enough for any
        }
        long rest = share.claim - share.drawn - more;
        if (rest <= left) {
            return true; // this one can end, and the others could before
        }
        List<Share> others = new ArrayList<>(open);
        others.remove(share);
        others.sort(Comparator.comparingLong(s -> s.claim - s.drawn));
        for (Share other : others) {
            if (other.claim - other.drawn > left) {
                return false;
            }
            left += other.drawn;
            if (rest <= left) {
                return true;
            }
        }
        return false;
    }

    // ---------------------------------------------------------------- from proof to proof

    /** A thread that keeps monomials from one proof to the next, and shares evenly with others. */
    public Keeper keeper() {
        return new Keeper(true);
    }

    /**
     * One that keeps monomials for a short time, beside the thread's own: it takes what the others
     * do not use.
     */
    public Keeper guest() {
        return new Keeper(false);
    }

    /** What one thread keeps. */
    public final class Keeper implements AutoCloseable {
        private final boolean isCounted;
        private long own;
        private boolean isClosed;

        private Keeper(boolean isCounted) {
            this.isCounted = isCounted;
            synchronized (MonomialPool.this) {
                keepers += isCounted ? 1 : 0;
            }
        }

        /** The pool, from which the thread's proofs draw. */
        public MonomialPool pool() {
            return MonomialPool.this;
        }

        /**
         * Keeps so many monomials, in place of what it has kept before.
         *
         * @return false if they are too many: they must be dropped, and nothing is kept
         */
        public boolean keep(long monomials) {
            synchronized (MonomialPool.this) {
                kept -= own;
                long share = mostKept / Math.max(1, keepers);
                boolean fits = !isClosed && monomials <= Math.min(share, mostKept - kept);
                own = fits ? monomials : 0;
                kept += own;
                noteHeld();
                return fits;
            }
        }

        /** Keeps nothing from now on. */
        @Override
        public void close() {
            synchronized (MonomialPool.this) {
                kept -= own;
                own = 0;
                keepers -= isCounted && !isClosed ? 1 : 0;
                isClosed = true;
            }
        }
    }
}

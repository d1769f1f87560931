package io.heddle.sync.clock;

import java.util.Arrays;

/**
 * A vector clock of one CTA, that is, what a thread knows of the CTA's past: all accesses stamped
 * below {@link #floor}, and those of thread t stamped at most {@code rows[t / 32][t % 32]}; a row
 * after the warps' has the known completions of the named barriers and what the agent did, and then
 * there may be a second row for each warp, of its threads' turns. Immutable, and shared by all
 * threads that left the same barrier; a row is null if nothing of it since the floor is known.
 */
final class CtaClock {
    /** Everything that the CTA did at stamps below this is known. */
    final int floor;

    final int[][] rows;

    CtaClock(int floor, int[][] rows) {
        this.floor = floor;
        this.rows = rows;
    }

    /** True if what thread {@code tid} of the CTA did at {@code stamp} is known. */
    boolean knows(int tid, int stamp) {
        if (stamp < floor) {
            return true;
        }
        int[] warp = rows[tid >> HappensBefore.WARP_SHIFT];
        return warp != null && stamp <= warp[tid & HappensBefore.LANE_MASK];
    }

    /** True if what all 32 threads of a warp did at {@code stamp} is known. */
    boolean knowsWarp(int warp, int stamp) {
        if (stamp < floor) {
            return true;
        }
        int[] row = rows[warp];
        if (row == null) {
            return false;
        }
        int least = 0;
        for (int known : row) {
            least |= known - stamp; // negative if one is; stamps are not
        }
        return least >= 0;
    }

    /**
     * True if a thread with the knowledge {@code other}, which may be null, knows all that the rows
     * from {@code first} on have of others since the floor.
     *
     * @param tid the thread
     * @param alias where its turns are, or −1
     */
    boolean isKnown(CtaClock other, int tid, int alias, int first) {
        for (int w = first; w < rows.length; w++) {
            for (int lane = 0; rows[w] != null && lane < HappensBefore.WARP; lane++) {
                int t = (w << HappensBefore.WARP_SHIFT) + lane;
                int stamp = rows[w][lane];
                boolean known = t == tid || t == alias || stamp < floor;
                if (!known && (other == null || !other.knows(t, stamp))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Only the rows from {@code first} on. */
    CtaClock from(int first) {
        int[][] some = rows.clone();
        Arrays.fill(some, 0, first, null);
        return new CtaClock(floor, some);
    }

    /** Collects the knowledge of several threads about one CTA; copies a warp only to change it. */
    static final class Join {
        private final int[][] rows;
        private final boolean[] owned;
        private int floor;
        private CtaClock last;

        Join(int floor, int rowCount) {
            this.floor = floor;
            rows = new int[rowCount][];
            owned = new boolean[rowCount];
        }

        /** Adds all that {@code clock} knows; null knows nothing. */
        void add(CtaClock clock) {
            if (clock == null || clock == last) {
                return;
            }
            last = clock;
            floor = Math.max(floor, clock.floor);
            for (int w = 0; w < rows.length; w++) {
                int[] other = clock.rows[w];
                if (other == null || other == rows[w]) {
                    continue;
                }
                if (rows[w] == null) {
                    rows[w] = other;
                } else {
                    addWarp(w, other);
                }
            }
        }

        private void addWarp(int w, int[] other) {
            int[] mine = own(w);
            for (int lane = 0; lane < mine.length; lane++) {
                mine[lane] = Math.max(mine[lane], other[lane]);
            }
        }

        /** Adds what thread {@code tid} did up to {@code stamp}. */
        void add(int tid, int stamp) {
            int w = tid >> HappensBefore.WARP_SHIFT;
            int lane = tid & HappensBefore.LANE_MASK;
            if (rows[w] == null || rows[w][lane] < stamp) {
                own(w)[lane] = stamp;
            }
        }

        private int[] own(int w) {
            if (!owned[w]) {
                rows[w] = rows[w] == null ? new int[HappensBefore.WARP] : rows[w].clone();
                owned[w] = true;
            }
            return rows[w];
        }

        /** The result; this object must not be used afterwards. */
        CtaClock toClock() {
            return new CtaClock(floor, rows);
        }
    }
}

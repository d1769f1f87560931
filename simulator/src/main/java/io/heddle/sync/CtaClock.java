package io.heddle.sync;

/**
 * What somebody knows of one CTA's past: all accesses stamped below {@link #floor}, and those of
 * thread t stamped at most {@code warps[t / 32][t % 32]}. Immutable, and shared by all threads that
 * left the same barrier; warps nobody heard of since the floor are null.
 */
final class CtaClock {
    /** Everything that the CTA did at stamps below this is known. */
    final int floor;

    private final int[][] warps;

    CtaClock(int floor, int[][] warps) {
        this.floor = floor;
        this.warps = warps;
    }

    /** True if what thread {@code tid} of the CTA did at {@code stamp} is known. */
    boolean knows(int tid, int stamp) {
        if (stamp < floor) {
            return true;
        }
        int[] warp = warps[tid >> HappensBefore.WARP_SHIFT];
        return warp != null && stamp <= warp[tid & HappensBefore.LANE_MASK];
    }

    /** Collects the knowledge of several threads about one CTA; copies a warp only to change it. */
    static final class Join {
        private final int[][] warps;
        private final boolean[] owned;
        private int floor;
        private CtaClock last;

        Join(int floor, int warpCount) {
            this.floor = floor;
            warps = new int[warpCount][];
            owned = new boolean[warpCount];
        }

        /** Adds all that {@code clock} knows; null knows nothing. */
        void add(CtaClock clock) {
            if (clock == null || clock == last) {
                return;
            }
            last = clock;
            floor = Math.max(floor, clock.floor);
            for (int w = 0; w < warps.length; w++) {
                int[] other = clock.warps[w];
                if (other == null || other == warps[w]) {
                    continue;
                }
                if (warps[w] == null) {
                    warps[w] = other;
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
            if (warps[w] == null || warps[w][lane] < stamp) {
                own(w)[lane] = stamp;
            }
        }

        private int[] own(int w) {
            if (!owned[w]) {
                warps[w] = warps[w] == null ? new int[HappensBefore.WARP] : warps[w].clone();
                owned[w] = true;
            }
            return warps[w];
        }

        /** The result; this object must not be used afterwards. */
        CtaClock toClock() {
            return new CtaClock(floor, warps);
        }
    }
}

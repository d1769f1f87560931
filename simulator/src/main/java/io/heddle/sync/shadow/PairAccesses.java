package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;
import io.heddle.sync.clock.HappensBefore;

/**
 * Accesses where all threads of a CTA synchronise only together: two of a cell stand for all, so
 * that everything takes constant time (see {@link #add(int, long)}).
 */
final class PairAccesses extends Accesses {
    /** By cell: an access, 0 if there was none. */
    final long[] first;

    /**
     * By cell: a second access, or 0; negated if it is of another CTA than the first, and then no
     * other is kept. Null until one is needed.
     */
    long[] second;

    PairAccesses(CurrentThread current, int cells) {
        super(current);
        first = new long[cells];
    }

    @Override
    Accesses refined(int bits) {
        PairAccesses fine = new PairAccesses(current, first.length << bits);
        fine.second = second == null ? null : new long[first.length << bits];
        for (int i = 0; i < fine.first.length; i++) {
            fine.first[i] = first[i >> bits];
            if (second != null) {
                fine.second[i] = second[i >> bits];
            }
        }
        return fine;
    }

    @Override
    boolean isEmpty(int cell) {
        return first[cell] == 0;
    }

    @Override
    long last(int cell) {
        return first[cell];
    }

    @Override
    boolean isLast(int cell, long warp, int lane) {
        return first[cell] == current.moveLane(warp, lane);
    }

    @Override
    long unordered(int cell) {
        long a = first[cell];
        if (a == 0) {
            return 0;
        }
        if (!current.isBefore(a)) {
            return a;
        }
        long b = second(cell);
        return b == 0 || current.isBefore(b) ? 0 : b;
    }

    @Override
    long unorderedOfOtherCta(int cell) {
        long a = first[cell];
        if (a == 0) {
            return 0;
        }
        if (!current.isSameCta(a) && !current.isBefore(a)) {
            return a;
        }
        long b = second(cell);
        return b == 0 || current.isSameCta(b) || current.isBefore(b) ? 0 : b;
    }

    @Override
    void add(int cell, long warp, int lanes) {
        add(cell, current.moveLane(warp, Integer.numberOfTrailingZeros(lanes)));
        int others = lanes & (lanes - 1);
        if (others != 0) {
            add(cell, current.moveLane(warp, Integer.numberOfTrailingZeros(others)));
        }
    }

    private long second(int cell) {
        return second == null ? 0 : Math.abs(second[cell]);
    }

    /**
     * Two accesses are enough where only {@link HappensBefore#fullBarrier} orders threads. If they
     * are of different CTAs, nothing later is ordered after both. If they are of different threads
     * of one CTA since its last barrier, a later access is ordered after both only after the next
     * barrier, and then it is ordered after every access of that CTA before; a thread of another
     * CTA is ordered after none.
     */
    private void add(int cell, long record) {
        long a = first[cell];
        if (a == record) {
            return;
        }
        if (a == 0) {
            first[cell] = record;
            return;
        }
        if (isOfTwoCtas(cell)) {
            return;
        }
        long b = second(cell);
        if (!current.isSinceFloor(a)) {
            if (current.isSameCta(a)) {
                first[cell] = record;
                if (b != 0) {
                    second[cell] = 0;
                }
            } else {
                setSecond(cell, -record);
            }
        } else if (b == 0 && current.thread(a) != current.thread(record)) {
            setSecond(cell, record);
        }
    }

    private boolean isOfTwoCtas(int cell) {
        return second != null && second[cell] < 0;
    }

    private void setSecond(int cell, long record) {
        if (second == null) {
            second = new long[first.length];
        }
        second[cell] = record;
    }

    @Override
    void moveFrom(Accesses others, int cell) {
        PairAccesses from = (PairAccesses) others;
        long a = from.first[cell];
        if (a == 0) {
            return;
        }
        long b = from.second(cell);
        from.first[cell] = 0;
        merge(cell, a);
        if (b != 0) {
            from.second[cell] = 0;
            merge(cell, b);
        }
    }

    /** As {@link #add(int, long)}, for an access of any thread. */
    private void merge(int cell, long record) {
        long a = first[cell];
        long b = second == null ? 0 : second[cell];
        if (a == 0) {
            first[cell] = record;
        } else if (b < 0) {
            return;
        } else if (!current.isSameCta(a, record)) {
            setSecond(cell, -record);
        } else if (current.stampOf(a) < current.stampOf(record)) {
            first[cell] = record;
            if (b != 0) {
                second[cell] = 0;
            }
        } else if (current.stampOf(a) == current.stampOf(record)
                && b == 0
                && current.thread(a) != current.thread(record)) {
            setSecond(cell, record);
        }
    }
}

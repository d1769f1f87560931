package io.heddle.sync;

/**
 * For each cell of a piece of memory, the accesses of one sort (reads, say) that a later access
 * could still race with.
 *
 * <p>An access that happens before another one of its sort and cell may be dropped: whoever is
 * unordered with it is unordered with the other too. Where CTAs do not synchronise with each other,
 * accesses by two CTAs stand for all, as nobody is ever ordered after both. If all threads of a CTA
 * synchronise only together, two accesses are enough for one CTA as well (see {@link #addOfTwo});
 * else they are kept in an {@link AccessSet}.
 */
final class Accesses {
    private final HappensBefore clocks;

    /** By cell: an access, 0 if there was none; if the cell has a set, the last one added to it. */
    private final long[] first;

    /**
     * By cell: a second access, or 0; negated if it is of another CTA than the first, and then no
     * other is kept. Null until one is needed.
     */
    private long[] second;

    /** By cell: all accesses, if there are several. Null until needed. */
    private AccessSet[] sets;

    Accesses(HappensBefore clocks, int cells) {
        this.clocks = clocks;
        first = new long[cells];
    }

    /** The same accesses for cells {@code 1 << bits} times smaller. */
    Accesses refined(int bits) {
        Accesses fine = new Accesses(clocks, first.length << bits);
        fine.second = second == null ? null : new long[first.length << bits];
        fine.sets = sets == null ? null : new AccessSet[first.length << bits];
        for (int i = 0; i < fine.first.length; i++) {
            fine.first[i] = first[i >> bits];
            if (second != null) {
                fine.second[i] = second[i >> bits];
            }
            if (sets != null && sets[i >> bits] != null) {
                fine.sets[i] = new AccessSet(sets[i >> bits]);
            }
        }
        return fine;
    }

    /** True if the cell was ever accessed. */
    boolean isEmpty(int cell) {
        return first[cell] == 0;
    }

    /** An access of the cell, whether ordered or not, or 0 if there was none. */
    long last(int cell) {
        return first[cell];
    }

    /** True if {@code record} is the last access of the cell, so that adding it changes nothing. */
    boolean isLast(int cell, long record) {
        return first[cell] == record;
    }

    /** An access that does not happen before the present of the current thread, or 0. */
    long unordered(int cell) {
        long a = first[cell];
        if (a == 0) {
            return 0;
        }
        AccessSet set = set(cell);
        if (set != null) {
            return set.unordered(clocks, false);
        }
        if (!clocks.isBefore(a)) {
            return a;
        }
        long b = second(cell);
        return b == 0 || clocks.isBefore(b) ? 0 : b;
    }

    /** As {@link #unordered}, of another CTA than the current thread's. */
    long unorderedOfOtherCta(int cell) {
        long a = first[cell];
        if (a == 0) {
            return 0;
        }
        AccessSet set = set(cell);
        if (set != null) {
            return set.unordered(clocks, true);
        }
        if (!clocks.isSameCta(a) && !clocks.isBefore(a)) {
            return a;
        }
        long b = second(cell);
        return b == 0 || clocks.isSameCta(b) || clocks.isBefore(b) ? 0 : b;
    }

    /**
     * Adds accesses of several lanes of the current thread's warp, which entered together. Two of
     * them stand for all where two accesses are enough.
     *
     * @param record the current thread's record of it
     * @param lanes the others, bit set
     */
    void addLanes(int cell, long record, int lanes) {
        add(cell, record);
        int lane = Integer.numberOfTrailingZeros(lanes);
        long next = clocks.moveLane(record, lane - clocks.currentLane());
        clocks.enterLane(clocks.thread(next));
        add(cell, next);
        if (clocks.isPartial() && (lanes & (lanes - 1)) != 0 && !isOfTwoCtas(cell)) {
            sets[cell].addLanes(clocks, next, lanes);
        }
    }

    /**
     * Adds an access of the current thread.
     *
     * @param record the current thread's record of it
     */
    void add(int cell, long record) {
        long a = first[cell];
        if (a == record) {
            return;
        }
        if (a == 0) {
            first[cell] = record;
        } else if (clocks.isPartial()) {
            addToSet(cell, a, record);
        } else {
            addOfTwo(cell, a, record);
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
    private void addOfTwo(int cell, long a, long record) {
        if (isOfTwoCtas(cell)) {
            return;
        }
        long b = second(cell);
        if (!clocks.isSinceFloor(a)) {
            if (clocks.isSameCta(a)) {
                first[cell] = record;
                if (b != 0) {
                    second[cell] = 0;
                }
            } else {
                setSecond(cell, -record);
            }
        } else if (b == 0 && clocks.thread(a) != clocks.current()) {
            setSecond(cell, record);
        }
    }

    private void setSecond(int cell, long record) {
        if (second == null) {
            second = new long[first.length];
        }
        second[cell] = record;
    }

    private void addToSet(int cell, long a, long record) {
        if (!clocks.isAcrossCtas()) {
            if (isOfTwoCtas(cell)) {
                return;
            }
            if (!clocks.isSameCta(a)) {
                keepTwoCtas(cell, record);
                return;
            }
        }
        AccessSet set = set(cell);
        if (set != null || !clocks.isBefore(a)) {
            (set == null ? newSet(cell) : set).add(clocks, record, true);
        }
        first[cell] = record;
    }

    private boolean isOfTwoCtas(int cell) {
        return second != null && second[cell] < 0;
    }

    /** Keeps only the first access and one of another CTA. */
    private void keepTwoCtas(int cell, long record) {
        setSecond(cell, -record);
        if (sets != null) {
            sets[cell] = null;
        }
    }

    /** The set of the cell, or null if it has none or an empty one. */
    private AccessSet set(int cell) {
        AccessSet set = sets == null ? null : sets[cell];
        return set == null || set.isEmpty() ? null : set;
    }

    /** A set with the first access of the cell. */
    private AccessSet newSet(int cell) {
        if (sets == null) {
            sets = new AccessSet[first.length];
        }
        if (sets[cell] == null) {
            sets[cell] = new AccessSet();
        }
        sets[cell].add(clocks, first[cell], false);
        return sets[cell];
    }

    /**
     * Takes over the accesses of the same cell of {@code others}, which is empty afterwards. They
     * need not be the current thread's, and none is dropped because of what the current thread
     * knows.
     */
    void moveFrom(Accesses others, int cell) {
        long a = others.first[cell];
        if (a == 0) {
            return;
        }
        AccessSet from = others.set(cell);
        long b = others.second(cell);
        others.first[cell] = 0;
        if (b != 0) {
            others.second[cell] = 0;
        }
        if (!clocks.isPartial()) {
            mergeOfTwo(cell, a);
            if (b != 0) {
                mergeOfTwo(cell, b);
            }
        } else if (!isOfTwoCtas(cell)) {
            mergeIntoSet(cell, a, b, from);
        }
        if (from != null) {
            from.clear();
        }
    }

    /**
     * Adds an access, perhaps one of another CTA, perhaps a set of which the first one is the last.
     */
    private void mergeIntoSet(int cell, long a, long otherCta, AccessSet from) {
        if (first[cell] == 0) {
            first[cell] = a;
        } else if (!clocks.isAcrossCtas() && !clocks.isSameCta(first[cell], a)) {
            keepTwoCtas(cell, a);
            return;
        }
        if (otherCta != 0) {
            keepTwoCtas(cell, clocks.isSameCta(first[cell], otherCta) ? a : otherCta);
            return;
        }
        AccessSet set = set(cell) == null ? newSet(cell) : set(cell);
        if (from == null) {
            set.add(clocks, a, false);
        } else {
            set.addAll(clocks, from);
        }
        first[cell] = a;
    }

    /** As {@link #addOfTwo}, for an access of any thread. */
    private void mergeOfTwo(int cell, long record) {
        long a = first[cell];
        long b = second == null ? 0 : second[cell];
        if (a == 0) {
            first[cell] = record;
        } else if (b < 0) {
            return;
        } else if (!clocks.isSameCta(a, record)) {
            setSecond(cell, -record);
        } else if (clocks.stampOf(a) < clocks.stampOf(record)) {
            first[cell] = record;
            if (b != 0) {
                second[cell] = 0;
            }
        } else if (clocks.stampOf(a) == clocks.stampOf(record)
                && b == 0
                && clocks.thread(a) != clocks.thread(record)) {
            setSecond(cell, record);
        }
    }
}

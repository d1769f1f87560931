package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;

/**
 * Accesses where some threads of a CTA may synchronise without the others: those of a warp at one
 * stamp and instruction are one entry, and a cell keeps as many entries as are unordered. Between
 * two barriers that is one for each warp and instruction that access the cell.
 */
final class WarpAccesses extends Accesses {
    /** By cell: the record that the first lane of the last access's warp would have, or 0. */
    final long[] last;

    /** By cell: the lanes that made the last access. */
    final int[] lanes;

    /** By cell: the lane that was added last. */
    final byte[] lastLane;

    /** By cell: all accesses, the last one included, if it is not the only one to be kept. */
    AccessSet[] sets;

    /**
     * By cell: if CTAs do not synchronise and two have accessed it, an access of another CTA than
     * the last one's; no more are added. Null until needed.
     */
    long[] otherCta;

    WarpAccesses(CurrentThread current, int cells) {
        super(current);
        last = new long[cells];
        lanes = new int[cells];
        lastLane = new byte[cells];
    }

    @Override
    Accesses refined(int bits) {
        int cells = last.length << bits;
        WarpAccesses fine = new WarpAccesses(current, cells);
        fine.sets = sets == null ? null : new AccessSet[cells];
        fine.otherCta = otherCta == null ? null : new long[cells];
        for (int i = 0; i < cells; i++) {
            int coarse = i >> bits;
            fine.last[i] = last[coarse];
            fine.lanes[i] = lanes[coarse];
            fine.lastLane[i] = lastLane[coarse];
            if (otherCta != null) {
                fine.otherCta[i] = otherCta[coarse];
            }
            if (sets != null && sets[coarse] != null) {
                fine.sets[i] = new AccessSet(sets[coarse]);
            }
        }
        return fine;
    }

    @Override
    boolean isEmpty(int cell) {
        return last[cell] == 0;
    }

    @Override
    long last(int cell) {
        return last[cell] == 0 ? 0 : current.moveLane(last[cell], lastLane[cell]);
    }

    @Override
    boolean isLast(int cell, long warp, int lane) {
        return last[cell] == warp && lastLane[cell] == lane;
    }

    @Override
    long unordered(int cell) {
        long a = last[cell];
        if (a == 0) {
            return 0;
        }
        AccessSet set = set(cell);
        if (set != null) {
            return set.unordered(current, false);
        }
        long found = current.unordered(a, lanes[cell]);
        if (found != 0) {
            return found;
        }
        long b = otherCta == null ? 0 : otherCta[cell];
        return b == 0 || current.isBefore(b) ? 0 : b;
    }

    @Override
    long unorderedOfOtherCta(int cell) {
        long a = last[cell];
        if (a == 0) {
            return 0;
        }
        AccessSet set = set(cell);
        if (set != null) {
            return set.unordered(current, true);
        }
        long found = current.isSameCta(a) ? 0 : current.unordered(a, lanes[cell]);
        if (found != 0) {
            return found;
        }
        long b = otherCta == null ? 0 : otherCta[cell];
        return b == 0 || current.isSameCta(b) || current.isBefore(b) ? 0 : b;
    }

    @Override
    void add(int cell, long warp, int added) {
        long a = last[cell];
        if (a == 0) {
            setLast(cell, warp, added);
        } else if (!isOfTwoCtas(cell)) {
            if (!current.isAcrossCtas() && !current.isSameCta(a)) {
                keepTwoCtas(cell, current.moveLane(warp, Integer.numberOfTrailingZeros(added)));
            } else {
                addToKept(cell, warp, added);
            }
        }
    }

    @Override
    boolean areOrdered(int cell, int count, int laneShift, int firstThread) {
        long before = 0;
        for (int i = 0; i < count; i++) {
            long a = last[cell + i];
            if (a == 0 || (a == before && isAlone(cell + i))) {
                continue;
            }
            current.enterLane(firstThread + (i >> laneShift));
            if (isAlone(cell + i) && current.isWarpBefore(a)) {
                before = a;
            } else if (unordered(cell + i) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    void addRun(int cell, int count, int laneShift, int firstThread, long warp, int lane) {
        long before = 0;
        for (int i = 0; i < count; i++) {
            long a = last[cell + i];
            int added = 1 << lane + (i >> laneShift);
            if (a == 0 || (a == before && isAlone(cell + i))) {
                setLast(cell + i, warp, added);
                continue;
            }
            current.enterLane(firstThread + (i >> laneShift));
            if (isAlone(cell + i) && current.isWarpBefore(a)) {
                before = a;
                setLast(cell + i, warp, added);
            } else {
                add(cell + i, warp, added);
            }
        }
    }

    /** True if the last access is the only one that is kept. */
    private boolean isAlone(int cell) {
        return set(cell) == null && !isOfTwoCtas(cell);
    }

    private void addToKept(int cell, long warp, int added) {
        AccessSet set = set(cell);
        if (set != null) {
            set.add(current, warp, added, true);
        } else if (last[cell] == warp) {
            lanes[cell] |= added;
            lastLane[cell] = lastOf(added);
            return;
        } else if (current.unordered(last[cell], lanes[cell]) != 0) {
            newSet(cell).add(current, warp, added, true);
        }
        setLast(cell, warp, added);
    }

    private void setLast(int cell, long warp, int added) {
        last[cell] = warp;
        lanes[cell] = added;
        lastLane[cell] = lastOf(added);
    }

    private static byte lastOf(int lanes) {
        return (byte) (31 - Integer.numberOfLeadingZeros(lanes));
    }

    private boolean isOfTwoCtas(int cell) {
        return otherCta != null && otherCta[cell] != 0;
    }

    /** Keeps only the last lane's access and one of another CTA. */
    private void keepTwoCtas(int cell, long record) {
        if (otherCta == null) {
            otherCta = new long[last.length];
        }
        otherCta[cell] = record;
        lanes[cell] = 1 << lastLane[cell];
        if (sets != null) {
            sets[cell] = null;
        }
    }

    /** The set of the cell, or null if it has none or an empty one. */
    private AccessSet set(int cell) {
        AccessSet set = sets == null ? null : sets[cell];
        return set == null || set.isEmpty() ? null : set;
    }

    /** A set with the last access of the cell. */
    private AccessSet newSet(int cell) {
        if (sets == null) {
            sets = new AccessSet[last.length];
        }
        if (sets[cell] == null) {
            sets[cell] = new AccessSet();
        }
        sets[cell].add(current, last[cell], lanes[cell], false);
        return sets[cell];
    }

    @Override
    void moveFrom(Accesses others, int cell) {
        WarpAccesses from = (WarpAccesses) others;
        long a = from.last[cell];
        if (a == 0) {
            return;
        }
        AccessSet set = from.set(cell);
        long b = from.isOfTwoCtas(cell) ? from.otherCta[cell] : 0;
        from.last[cell] = 0;
        if (b != 0) {
            from.otherCta[cell] = 0;
        }
        if (!isOfTwoCtas(cell)) {
            merge(cell, a, from.lanes[cell], b, set);
        }
        if (set != null) {
            set.clear();
        }
    }

    /**
     * Adds an access, perhaps one of another CTA, perhaps a set of which the first one is the last.
     */
    private void merge(int cell, long warp, int added, long other, AccessSet from) {
        if (last[cell] == 0) {
            setLast(cell, warp, added);
        } else if (!current.isAcrossCtas() && !current.isSameCta(last[cell], warp)) {
            keepTwoCtas(cell, current.moveLane(warp, Integer.numberOfTrailingZeros(added)));
            return;
        }
        if (other != 0) {
            boolean first = !current.isSameCta(last[cell], other);
            keepTwoCtas(
                    cell,
                    first ? other : current.moveLane(warp, Integer.numberOfTrailingZeros(added)));
            return;
        }
        AccessSet set = set(cell) == null ? newSet(cell) : set(cell);
        if (from == null) {
            set.add(current, warp, added, false);
        } else {
            set.addAll(current, from);
        }
        setLast(cell, warp, added);
    }
}

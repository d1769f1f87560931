package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;

/**
 * For each cell of a piece of memory, the accesses of one sort (reads, say) that a later access
 * could still race with.
 *
 * <p>An access that happens before another one of its sort and cell may be dropped: whoever is
 * unordered with it is unordered with the other too. Where CTAs do not synchronise with each other,
 * accesses by two CTAs stand for all, as nobody is ever ordered after both.
 *
 * <p>Accesses that are added or looked for are of lanes of one warp that entered together: {@code
 * warp} is the record that the warp's first lane would have, {@code lanes} are bits, and the first
 * of the lanes is the current thread.
 */
abstract class Accesses {
    final CurrentThread current;

    Accesses(CurrentThread current) {
        this.current = current;
    }

    /** No accesses of {@code cells} cells. */
    static Accesses of(CurrentThread current, int cells) {
        return current.isPartial()
                ? new WarpAccesses(current, cells)
                : new PairAccesses(current, cells);
    }

    /** The same accesses for cells {@code 1 << bits} times smaller. */
    abstract Accesses refined(int bits);

    /** True if the cell was never accessed. */
    abstract boolean isEmpty(int cell);

    /** An access of the cell, whether ordered or not, or 0 if there was none. */
    abstract long last(int cell);

    /** True if the last access of the cell is this one, so that adding it changes nothing. */
    abstract boolean isLast(int cell, long warp, int lane);

    /** An access that does not happen before the present of the current thread, or 0. */
    abstract long unordered(int cell);

    /** As {@link #unordered}, of another CTA than the current thread's. */
    abstract long unorderedOfOtherCta(int cell);

    /** Adds accesses of lanes of the current thread's warp. */
    abstract void add(int cell, long warp, int lanes);

    /**
     * True if whatever accessed each of some neighbouring cells happens before the present of the
     * thread that accesses it now: {@code firstThread + (i >> laneShift)} for cell {@code cell +
     * i}.
     */
    boolean areOrdered(int cell, int count, int laneShift, int firstThread) {
        for (int i = 0; i < count; i++) {
            current.enterLane(firstThread + (i >> laneShift));
            if (unordered(cell + i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Adds an access of each of some neighbouring cells, by threads as in {@link #areOrdered}. */
    void addRun(int cell, int count, int laneShift, int firstThread, long warp, int lane) {
        for (int i = 0; i < count; i++) {
            current.enterLane(firstThread + (i >> laneShift));
            add(cell + i, warp, 1 << lane + (i >> laneShift));
        }
    }

    /**
     * Takes over the accesses of the same cell of {@code others}, which is empty afterwards. They
     * need not be the current thread's, and none is dropped because of what the current thread
     * knows.
     */
    abstract void moveFrom(Accesses others, int cell);
}

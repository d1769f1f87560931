package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;
import java.util.Arrays;

/**
 * Several accesses of one sort to one cell, those of a warp at one stamp and instruction in one
 * entry.
 */
final class AccessSet {
    /** Of each entry, the record that its warp's first lane would have. */
    long[] warps;

    /** Of each entry, the lanes that have accessed. */
    int[] lanes;

    int size;

    /** A record of a thread that all of them happen before, at its stamp; 0 if none is known. */
    private long after;

    AccessSet() {
        warps = new long[4];
        lanes = new int[4];
    }

    /** A copy. */
    AccessSet(AccessSet other) {
        warps = other.warps.clone();
        lanes = other.lanes.clone();
        size = other.size;
        after = other.after;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        size = 0;
    }

    /** Adds all entries of {@code others}. */
    void addAll(CurrentThread current, AccessSet others) {
        for (int i = 0; i < others.size; i++) {
            add(current, others.warps[i], others.lanes[i], false);
        }
    }

    /**
     * Adds accesses of lanes of a warp.
     *
     * @param warp the record that the warp's first lane would have
     * @param prune true if the current thread is one of the lanes: what happens before it may be
     *     dropped
     */
    void add(CurrentThread current, long warp, int mask, boolean prune) {
        after = 0;
        for (int i = size - 1; i >= 0; i--) {
            if (warps[i] == warp) {
                lanes[i] |= mask;
                return;
            }
        }
        if (size == warps.length) {
            if (prune) {
                dropOrdered(current);
            }
            if (2 * size > warps.length) {
                warps = Arrays.copyOf(warps, 2 * warps.length);
                lanes = Arrays.copyOf(lanes, 2 * lanes.length);
            }
        }
        warps[size] = warp;
        lanes[size++] = mask;
    }

    private void dropOrdered(CurrentThread current) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (current.unordered(warps[i], lanes[i]) != 0) {
                warps[kept] = warps[i];
                lanes[kept++] = lanes[i];
            }
        }
        size = kept;
    }

    /**
     * An access that does not happen before the present of the current thread, or 0.
     *
     * @param otherCta only of other CTAs
     */
    long unordered(CurrentThread current, boolean otherCta) {
        if (after != 0 && current.isBefore(after)) {
            return 0;
        }
        for (int i = 0; i < size; i++) {
            if (otherCta && current.isSameCta(warps[i])) {
                continue;
            }
            long record = current.unordered(warps[i], lanes[i]);
            if (record != 0) {
                return record;
            }
        }
        if (!otherCta) {
            after = current.record(0);
        }
        return 0;
    }
}

package io.heddle.cost;

import java.util.Arrays;

/**
 * The pieces of memory that the lanes of a warp touch: sectors of 32 bytes and lines of 128, each
 * counted once (Nsight Compute, Kernel Profiling Guide, "sector": an aligned chunk of 32 bytes in a
 * cache line of four).
 */
final class Sectors {
    /** Bytes of a sector. */
    static final int BYTES = 32;

    private static final int SECTOR_BITS = 5;
    private static final int LINE_BITS = 7;

    private long[] starts = new long[64];
    private long[] ends = new long[64];
    private int ranges;

    /** Forgets what was added. */
    void clear() {
        ranges = 0;
    }

    /** Adds an access. */
    void add(long address, long bytes) {
        if (bytes <= 0) {
            return;
        }
        if (ranges == starts.length) {
            starts = Arrays.copyOf(starts, 2 * ranges);
            ends = Arrays.copyOf(ends, 2 * ranges);
        }
        int at = ranges++;
        while (at > 0 && starts[at - 1] > address) { // mostly they come in ascending order
            starts[at] = starts[at - 1];
            ends[at] = ends[at - 1];
            at--;
        }
        starts[at] = address;
        ends[at] = address + bytes;
    }

    /** The number of sectors touched. */
    int sectors() {
        return pieces(SECTOR_BITS);
    }

    /** The number of lines touched. */
    int lines() {
        return pieces(LINE_BITS);
    }

    /** The number of different bytes. */
    long bytes() {
        long n = 0;
        long end = Long.MIN_VALUE;
        for (int k = 0; k < ranges; k++) {
            if (ends[k] > end) {
                n += ends[k] - Math.max(starts[k], end);
                end = ends[k];
            }
        }
        return n;
    }

    private int pieces(int bits) {
        int n = 0;
        long next = Long.MIN_VALUE; // the first piece that is not yet counted
        for (int k = 0; k < ranges; k++) {
            long first = Math.max(starts[k] >> bits, next);
            long last = ends[k] - 1 >> bits;
            if (last >= first) {
                n += (int) (last - first + 1);
                next = last + 1;
            }
        }
        return n;
    }
}

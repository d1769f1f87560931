package io.heddle.cost;

import java.util.Arrays;

/**
 * How many passes shared memory takes to serve the lanes of a warp.
 *
 * <p>Shared memory has 32 banks; successive words of 32 bits are in successive banks. In a pass
 * each bank serves one word, to any number of lanes (CUDA C++ Programming Guide, compute capability
 * 5.x, Shared Memory). Accesses of at most 4 bytes by all 32 lanes are served together, those of 8
 * bytes by halves of the warp, those of 16 bytes by quarters. A load by targets from sm_70 on
 * serves the two parts of a warp (for 8 bytes) or of a half (for 16 bytes) together if in both
 * parts all active lanes n and n xor 1 have the same address, or all active lanes n and n xor 2 (an
 * engineer of NVIDIA in the developer forum, "Unexpected shared memory bank conflict", topic 77228,
 * of compute capability 7.0 to 7.5; that later targets do the same, and that each half of a warp is
 * judged by itself for 16 bytes, is a model). Atomics are served like accesses in which no two
 * lanes share a word, since each changes it: a model, as NVIDIA does not publish how they are
 * served.
 */
final class SharedBanks {
    private static final int BANKS = 32;
    private static final int LANES = 32;
    private static final int ROWS = 8; // of a matrix that ldmatrix moves
    private static final int MERGING = 70;

    private final boolean merging;
    private final int[] words = new int[LANES * BANKS];
    private final int[] perBank = new int[BANKS];
    private int passes;
    private int conflicts;

    /**
     * Makes the model of a target.
     *
     * @param target number of the target architecture, such as 80
     */
    SharedBanks(int target) {
        merging = target >= MERGING;
    }

    /** What the lanes do. */
    enum Access {
        /** They load; lanes that name one word are served together. */
        LOAD,
        /** They store; lanes that name one word are served together. */
        STORE,
        /** They change what is there, one after the other where they name one word. */
        ATOMIC
    }

    /**
     * Counts the passes of an access.
     *
     * @param addresses of the lanes, in bytes
     * @param mask the lanes that access
     * @param bytes of one lane's access
     */
    void count(long[] addresses, int mask, int bytes, Access access) {
        passes = 0;
        int fewest = 0;
        int parts = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4;
        int size = LANES / parts;
        int lanes = size == LANES ? -1 : (1 << size) - 1;
        for (int from = 0; from < LANES; from += size) {
            int part = mask & lanes << from;
            int next = from + size < LANES ? mask & lanes << from + size : 0;
            boolean first = from / size % 2 == 0;
            fewest += part != 0 ? 1 : 0;
            if (first
                    && parts > 1
                    && access == Access.LOAD
                    && merging
                    && part != 0
                    && next != 0
                    && (isPaired(addresses, part | next, 1)
                            || isPaired(addresses, part | next, 2))) {
                pass(addresses, part | next, bytes, access);
                fewest++;
                from += size;
            } else if (part != 0) {
                pass(addresses, part, bytes, access);
            }
        }
        conflicts = Math.max(0, passes - fewest);
    }

    /**
     * Counts the passes by which rows are moved, eight at a time ({@code ldmatrix}).
     *
     * @param addresses of the rows
     * @param lanes those that give the address of a row
     */
    void countRows(long[] addresses, int lanes, int bytes) {
        passes = 0;
        int fewest = 0;
        for (int from = 0; from < LANES; from += ROWS) {
            int part = lanes & (1 << ROWS) - 1 << from;
            if (part != 0) {
                fewest++;
                pass(addresses, part, bytes, Access.LOAD);
            }
        }
        conflicts = passes - fewest;
    }

    /** Passes of the last access. */
    int passes() {
        return passes;
    }

    /**
     * Passes of the last access beyond the fewest: one for each part of the warp that has active
     * lanes, whether parts were served together or not.
     */
    int conflicts() {
        return conflicts;
    }

    /** True if each two active lanes whose numbers differ in a bit have the same address. */
    private static boolean isPaired(long[] addresses, int mask, int bit) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int other = lane ^ bit;
            if ((mask >>> other & 1) != 0 && addresses[lane] != addresses[other]) {
                return false;
            }
        }
        return true;
    }

    private void pass(long[] addresses, int mask, int bytes, Access access) {
        Arrays.fill(perBank, 0);
        int most = 0;
        for (int m = mask; m != 0; m &= m - 1) {
            long address = addresses[Integer.numberOfTrailingZeros(m)];
            for (long w = address >> 2; w <= address + bytes - 1 >> 2; w++) {
                int bank = (int) (w & BANKS - 1);
                if (access == Access.ATOMIC || isNew(bank, (int) (w >> 5))) {
                    most = Math.max(most, ++perBank[bank]);
                }
            }
        }
        passes += most;
    }

    /** True if the row of a bank is not yet among those that are served; adds it. */
    private boolean isNew(int bank, int row) {
        int from = bank * LANES;
        for (int k = from; k < from + perBank[bank]; k++) {
            if (words[k] == row) {
                return false;
            }
        }
        words[from + perBank[bank]] = row;
        return true;
    }
}

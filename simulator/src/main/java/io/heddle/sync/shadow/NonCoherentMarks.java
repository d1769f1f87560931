package io.heddle.sync.shadow;

/**
 * The words of a memory object that were read through the non-coherent cache, a bit each, as long
 * as nobody writes the object: another such read changes nothing, and races with nothing.
 *
 * <p>Kernels read all their inputs in this way, one element thousands of times; a bit a word stays
 * in the processor's cache where the records of the chunks do not.
 */
final class NonCoherentMarks {
    private static final int WORD_SHIFT = 2;
    private static final int PAGE_SHIFT = 14; // words
    private static final int PAGE_MASK = (1 << PAGE_SHIFT) - 1;

    /** By word, of pages that have a mark; null once somebody has written. */
    private long[][] pages;

    /** No marks, on an object of {@code size} bytes. */
    NonCoherentMarks(long size) {
        pages = new long[Math.toIntExact((size >> WORD_SHIFT + PAGE_SHIFT) + 1)][];
    }

    /** Somebody writes: no word is marked any more, and none will be. */
    void end() {
        pages = null;
    }

    /** Marks the words of an access, unless it is to parts of words, or somebody has written. */
    void add(long offset, int bytes) {
        if (pages == null || ((offset | bytes) & (1 << WORD_SHIFT) - 1) != 0) {
            return;
        }
        for (long word = offset >> WORD_SHIFT; word < offset + bytes >> WORD_SHIFT; word++) {
            int page = (int) (word >> PAGE_SHIFT);
            if (pages[page] == null) {
                pages[page] = new long[1 << PAGE_SHIFT - 6];
            }
            pages[page][(int) word >> 6 & PAGE_MASK >> 6] |= 1L << word;
        }
    }

    /**
     * Of lanes that access {@code bytes} bytes at {@code offsets}, those whose words are not all
     * marked.
     */
    int without(int lanes, long[] offsets, int bytes) {
        if (pages == null || (bytes & (1 << WORD_SHIFT) - 1) != 0) {
            return lanes;
        }
        int open = 0;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if (!isMarked(offsets[lane], bytes)) {
                open |= 1 << lane;
            }
        }
        return open;
    }

    private boolean isMarked(long offset, int bytes) {
        if ((offset & (1 << WORD_SHIFT) - 1) != 0) {
            return false;
        }
        for (long word = offset >> WORD_SHIFT; word < offset + bytes >> WORD_SHIFT; word++) {
            long[] page = pages[(int) (word >> PAGE_SHIFT)];
            if (page == null || (page[(int) word >> 6 & PAGE_MASK >> 6] >>> word & 1) == 0) {
                return false;
            }
        }
        return true;
    }
}

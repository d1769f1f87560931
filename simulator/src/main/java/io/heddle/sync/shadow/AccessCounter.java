package io.heddle.sync.shadow;

/** Counts the accesses of one memory object. */
final class AccessCounter {
    private static final int WORD_SHIFT = 2;
    private static final int WORD_BYTES = 1 << WORD_SHIFT;

    /** By word: accesses that began in it. */
    private final int[] begun;

    /**
     * No accesses.
     *
     * @param size of the object in bytes
     */
    AccessCounter(long size) {
        begun = new int[Math.toIntExact((size + WORD_BYTES - 1) >> WORD_SHIFT)];
    }

    /** Accesses that begin at {@code offset}. */
    void count(long offset, int accesses) {
        begun[(int) (offset >> WORD_SHIFT)] += accesses;
    }

    /** Accesses of {@code bytes} bytes each, one behind the other. */
    void countRun(long offset, int accesses, int bytes) {
        for (int i = 0; i < accesses; i++) {
            begun[(int) (offset + (long) i * bytes >> WORD_SHIFT)]++;
        }
    }

    /**
     * The counts so far.
     *
     * @param chunks of the object, some of which may be null
     * @param conditional its accesses under conditions, or null
     */
    AccessCounts counts(ShadowChunk[] chunks, ConditionalAccesses conditional) {
        long accesses = 0;
        long pairs = 0;
        for (int n : begun) {
            accesses += n;
            pairs += n * (n - 1L) / 2;
        }
        long words = 0;
        for (ShadowChunk c : chunks) {
            words += c == null ? 0 : c.accessedWords(WORD_SHIFT);
        }
        words += conditional == null ? 0 : conditional.countWords(chunks);
        return new AccessCounts(accesses, words, pairs);
    }
}

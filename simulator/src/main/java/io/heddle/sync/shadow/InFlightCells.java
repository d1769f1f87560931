package io.heddle.sync.shadow;

/**
 * The bytes of one memory object that asynchronous copies in flight read or write. Whatever else
 * accesses them meanwhile races: it is ordered neither before the issue, which has happened, nor
 * after the completion, which has not. Barriers change nothing in that.
 */
final class InFlightCells {
    private static final int WORD_SHIFT = 2;
    private static final int BLOCK_SHIFT = 4;
    private static final int PAGE_SHIFT = 10;
    private static final int PAGE = 1 << PAGE_SHIFT;

    /** By word: the copy that writes it, in pages; null where there is none. */
    final AsyncCopy[][] writers;

    /** By block: the first of the copies that read some of it, in pages. */
    final AsyncCopy[][] readers;

    int written;
    int read;

    /**
     * No copies.
     *
     * @param size of the object in bytes
     */
    InFlightCells(long size) {
        writers = new AsyncCopy[pages(size, WORD_SHIFT)][];
        readers = new AsyncCopy[pages(size, BLOCK_SHIFT)][];
    }

    private static int pages(long size, int shift) {
        return (int) ((size >>> shift + PAGE_SHIFT) + 1);
    }

    /** The copy that is in flight at a word, or null. */
    private static AsyncCopy get(AsyncCopy[][] pages, long index) {
        AsyncCopy[] page = pages[(int) (index >>> PAGE_SHIFT)];
        return page == null ? null : page[(int) index & (PAGE - 1)];
    }

    private static void set(AsyncCopy[][] pages, long index, AsyncCopy copy) {
        int p = (int) (index >>> PAGE_SHIFT);
        if (pages[p] == null) {
            pages[p] = new AsyncCopy[PAGE];
        }
        pages[p][(int) index & (PAGE - 1)] = copy;
    }

    /** A copy that writes some of the bytes, or null. */
    AsyncCopy writer(long offset, int bytes) {
        if (written == 0) {
            return null;
        }
        long last = offset + bytes - 1 >>> WORD_SHIFT;
        for (long word = offset >>> WORD_SHIFT; word <= last; word++) {
            AsyncCopy copy = get(writers, word);
            if (copy != null) {
                return copy;
            }
        }
        return null;
    }

    /** A copy that reads some of the bytes, or null. */
    AsyncCopy reader(long offset, int bytes) {
        if (read == 0) {
            return null;
        }
        long last = offset + bytes - 1 >>> BLOCK_SHIFT;
        for (long block = offset >>> BLOCK_SHIFT; block <= last; block++) {
            AsyncCopy copy = get(readers, block);
            while (copy != null && !copy.reads(offset, bytes)) {
                copy = copy.nextReader;
            }
            if (copy != null) {
                return copy;
            }
        }
        return null;
    }

    /** Reports a copy that an access by the current thread conflicts with. */
    void report(long offset, int bytes, boolean write, ConflictReport report) {
        AsyncCopy writer = writer(offset, bytes);
        AsyncCopy reader = writer == null && write ? reader(offset, bytes) : null;
        if (writer != null) {
            report.inFlight(writer, firstByte(writer, offset, bytes), true);
        } else if (reader != null) {
            report.inFlight(reader, firstByte(reader, offset, bytes), false);
        }
    }

    /** The first of the bytes that concerns the copy. */
    private long firstByte(AsyncCopy copy, long offset, int bytes) {
        for (long at = offset; at < offset + bytes; at++) {
            if (get(writers, at >>> WORD_SHIFT) == copy || copy.reads(at, 1)) {
                return at;
            }
        }
        return offset;
    }

    void beginWrite(AsyncCopy copy, long offset, int bytes) {
        for (long word = offset >>> WORD_SHIFT; word << WORD_SHIFT < offset + bytes; word++) {
            if (get(writers, word) == null) {
                written++;
            }
            set(writers, word, copy);
        }
    }

    void endWrite(AsyncCopy copy, long offset, int bytes) {
        for (long word = offset >>> WORD_SHIFT; word << WORD_SHIFT < offset + bytes; word++) {
            if (get(writers, word) == copy) {
                set(writers, word, null);
                written--;
            }
        }
    }

    void beginRead(AsyncCopy copy, long offset) {
        long block = offset >>> BLOCK_SHIFT;
        AsyncCopy first = get(readers, block);
        copy.nextReader = first;
        if (first != null) {
            first.previousReader = copy;
        }
        set(readers, block, copy);
        read++;
    }

    void endRead(AsyncCopy copy, long offset) {
        if (copy.previousReader == null) {
            set(readers, offset >>> BLOCK_SHIFT, copy.nextReader);
        } else {
            copy.previousReader.nextReader = copy.nextReader;
        }
        if (copy.nextReader != null) {
            copy.nextReader.previousReader = copy.previousReader;
        }
        read--;
    }
}

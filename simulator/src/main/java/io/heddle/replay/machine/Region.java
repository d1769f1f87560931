package io.heddle.replay.machine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;

/**
 * One object in memory: a tensor, a variable, a parameter block. Little-endian. Its bytes come in
 * pages that are filled when they are first touched, so that one of many GiB costs little: the
 * pages of an object that is not large lie in one array, those of others in arrays of their own.
 */
public final class Region {
    private static final int PAGE_BITS = 10;

    /** Bytes of a page; an access that is aligned to its size lies in one. */
    static final int PAGE = 1 << PAGE_BITS;

    private static final int CHUNK_BITS = 10; // two to this many pages
    private static final long LARGE = 1 << 22; // bytes

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final String name;
    private final long base;
    private final long size;
    private byte[] whole; // all bytes; null of a large object, and before the first touch
    private final boolean[] filled; // the pages of whole; null of a large object
    private final byte[][][] pages; // by chunk; null entries are not touched yet
    private final int mask; // of an offset, gives the place in the array that holds the byte
    private final Marks written; // null where nobody asks
    private final Marks atomic; // those of them that an atomic has changed
    private final Filler filler;
    private final boolean writable;

    /** Makes the first contents of a page. */
    @FunctionalInterface
    interface Filler {
        /**
         * Fills a part of an array.
         *
         * @param from index of the first byte to fill
         * @param to index past the last one
         * @param offset of the first byte in the object
         */
        void fill(byte[] bytes, int from, int to, long offset);
    }

    /** Some bytes, by page. */
    private static final class Marks {
        private final BitSet[][] chunks;

        Marks(int count) {
            chunks = new BitSet[count][];
        }

        void set(long offset, int size) {
            int p = (int) (offset >>> PAGE_BITS);
            BitSet[] chunk = chunks[p >>> CHUNK_BITS];
            if (chunk == null) {
                chunk = new BitSet[1 << CHUNK_BITS];
                chunks[p >>> CHUNK_BITS] = chunk;
            }
            int k = p & (1 << CHUNK_BITS) - 1;
            if (chunk[k] == null) {
                chunk[k] = new BitSet(PAGE);
            }
            int at = (int) offset & PAGE - 1;
            chunk[k].set(at, at + size);
        }

        /** The marks of the page that holds a byte, or null if it has none. */
        BitSet page(long offset) {
            int p = (int) (offset >>> PAGE_BITS);
            BitSet[] chunk = chunks[p >>> CHUNK_BITS];
            return chunk == null ? null : chunk[p & (1 << CHUNK_BITS) - 1];
        }

        /** Calls {@code user} with each run of marked bytes that lies in one page. */
        void forEachRun(Run user) {
            for (int c = 0; c < chunks.length; c++) {
                for (int k = 0; chunks[c] != null && k < chunks[c].length; k++) {
                    BitSet page = chunks[c][k];
                    long first = ((long) c << CHUNK_BITS | k) << PAGE_BITS;
                    int end = 0;
                    for (int at = page == null ? -1 : page.nextSetBit(0);
                            at >= 0;
                            at = page.nextSetBit(end)) {
                        end = page.nextClearBit(at);
                        user.take(first + at, first + end);
                    }
                }
            }
        }
    }

    /** Takes the bytes between two offsets. */
    @FunctionalInterface
    interface Run {
        void take(long from, long to);
    }

    /** An object that is all there. */
    Region(String name, long base, byte[] data, boolean writable) {
        this.name = name;
        this.base = base;
        this.size = data.length;
        this.writable = writable;
        written = null;
        atomic = null;
        whole = data;
        filled = new boolean[pageCount(size)];
        Arrays.fill(filled, true);
        filler = null;
        pages = null;
        mask = Integer.MAX_VALUE;
    }

    /** A writable object whose pages are filled when they are touched; notes what is written. */
    Region(String name, long base, long size, Filler filler) {
        this.name = name;
        this.base = base;
        this.size = size;
        this.filler = filler;
        writable = true;
        int chunks = chunks(size);
        boolean large = size > LARGE;
        filled = large ? null : new boolean[pageCount(size)];
        pages = large ? new byte[chunks][][] : null;
        mask = large ? PAGE - 1 : Integer.MAX_VALUE;
        written = new Marks(chunks);
        atomic = new Marks(chunks);
    }

    private static int pageCount(long size) {
        return (int) ((size + PAGE - 1) >>> PAGE_BITS);
    }

    private static int chunks(long size) {
        return (int)
                Math.max(1, (size + (1L << PAGE_BITS + CHUNK_BITS) - 1) >>> PAGE_BITS + CHUNK_BITS);
    }

    public String name() {
        return name;
    }

    /** Address of the first byte in its state space. */
    public long base() {
        return base;
    }

    /** Where a byte lies in the object, by its address in its own space or a generic one. */
    public long offset(long address) {
        return address - base & (1L << Windows.BITS) - 1;
    }

    public long size() {
        return size;
    }

    /** The array that holds a byte, and the rest of its page, at {@code offset & mask}. */
    private byte[] page(long offset) {
        int p = (int) (offset >>> PAGE_BITS);
        if (filled != null) {
            return filled[p] ? whole : fill(p);
        }
        byte[][] chunk = pages[p >>> CHUNK_BITS];
        byte[] page = chunk == null ? null : chunk[p & (1 << CHUNK_BITS) - 1];
        return page == null ? newPage(p) : page;
    }

    private byte[] fill(int p) {
        if (whole == null) {
            whole = new byte[(int) size];
        }
        int from = p << PAGE_BITS;
        filler.fill(whole, from, (int) Math.min(from + PAGE, size), from);
        filled[p] = true;
        return whole;
    }

    private byte[] newPage(int p) {
        int c = p >>> CHUNK_BITS;
        long first = (long) p << PAGE_BITS;
        if (pages[c] == null) {
            long more = (size - 1 >>> PAGE_BITS) + 1 - ((long) c << CHUNK_BITS);
            pages[c] = new byte[(int) Math.min(1 << CHUNK_BITS, more)][];
        }
        byte[] page = new byte[(int) Math.min(PAGE, size - first)];
        filler.fill(page, 0, page.length, first);
        pages[c][p & (1 << CHUNK_BITS) - 1] = page;
        return page;
    }

    /** True if the kernel wrote some byte. */
    boolean isWritten() {
        boolean[] any = new boolean[1];
        forEachWritten((from, to) -> any[0] = true);
        return any[0];
    }

    /** True if some byte is not what it was when the object was made. */
    boolean isChanged() {
        int count = pageCount(size);
        for (int p = 0; p < count; p++) {
            if (isTouched(p)) {
                long first = (long) p << PAGE_BITS;
                byte[] before = new byte[(int) Math.min(PAGE, size - first)];
                filler.fill(before, 0, before.length, first);
                int at = (int) first & mask;
                if (!Arrays.equals(page(first), at, at + before.length, before, 0, before.length)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isTouched(int p) {
        if (filled != null) {
            return filled[p];
        }
        byte[][] chunk = pages[p >>> CHUNK_BITS];
        return chunk != null && chunk[p & (1 << CHUNK_BITS) - 1] != null;
    }

    /** True if the kernel wrote all of {@code size} bytes, which lie in one page. */
    boolean isWritten(long offset, int size) {
        BitSet bytes = written == null ? null : written.page(offset);
        int at = (int) offset & PAGE - 1;
        return bytes != null && bytes.get(at) && bytes.nextClearBit(at) >= at + size;
    }

    /** True if an atomic changed some of {@code size} bytes, which lie in one page. */
    boolean isAtomic(long offset, int size) {
        BitSet bytes = atomic == null ? null : atomic.page(offset);
        int at = (int) offset & PAGE - 1;
        int next = bytes == null ? -1 : bytes.nextSetBit(at);
        return next >= 0 && next < at + size;
    }

    /**
     * Adds the elements that the kernel wrote all of.
     *
     * @param width bytes of an element
     * @param all gets the places of these elements, in elements
     */
    void addWritten(int width, ElementSet all) {
        if (written != null) {
            written.forEachRun(
                    (from, to) -> all.set((int) ((from + width - 1) / width), (int) (to / width)));
        }
    }

    /** Calls {@code user} with the bytes that the kernel wrote. */
    void forEachWritten(Run user) {
        if (written != null) {
            written.forEachRun(user);
        }
    }

    boolean contains(long address, int size) {
        long offset = address - base;
        return offset >= 0 && offset + size <= this.size;
    }

    /** The bits of {@code size} (1, 2, 4 or 8) bytes, zero-extended. */
    public long load(long offset, int size) {
        byte[] data = page(offset);
        int at = (int) offset & mask;
        return switch (size) {
            case 1 -> data[at] & 0xFFL;
            case 2 -> (short) SHORTS.get(data, at) & 0xFFFFL;
            case 4 -> (int) INTS.get(data, at) & 0xFFFFFFFFL;
            default -> (long) LONGS.get(data, at);
        };
    }

    public void store(long offset, int size, long bits) {
        if (!writable) {
            throw new StopException(
                    ReplayResult.Reason.OUT_OF_BOUNDS, "store to read-only " + name);
        }
        put(offset, size, bits);
        if (written != null) {
            written.set(offset, size);
        }
    }

    /** A store by an atomic, of which other threads may follow. */
    public void storeAtomically(long offset, int size, long bits) {
        store(offset, size, bits);
        if (atomic != null) {
            atomic.set(offset, size);
        }
    }

    /** Sets bytes without marking them as written by the kernel. */
    public void put(long offset, int size, long bits) {
        byte[] data = page(offset);
        int at = (int) offset & mask;
        switch (size) {
            case 1 -> data[at] = (byte) bits;
            case 2 -> SHORTS.set(data, at, (short) bits);
            case 4 -> INTS.set(data, at, (int) bits);
            default -> LONGS.set(data, at, bits);
        }
    }

    /** A copy of {@code count} bytes. */
    public byte[] bytes(long offset, int count) {
        byte[] copy = new byte[count];
        for (int k = 0; k < count; ) {
            byte[] data = page(offset + k);
            int inPage = (int) (offset + k) & PAGE - 1;
            int at = (int) (offset + k) & mask;
            int part = Math.min(count - k, Math.min(PAGE - inPage, data.length - at));
            System.arraycopy(data, at, copy, k, part);
            k += part;
        }
        return copy;
    }
}

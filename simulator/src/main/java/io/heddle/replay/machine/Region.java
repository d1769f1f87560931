package io.heddle.replay.machine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;

/**
 * One object in memory: a tensor, a variable, a parameter block. Little-endian. Its bytes come in
 * pages that are made when they are first touched, so that one of many GiB costs little.
 */
public final class Region {
    private static final int PAGE_BITS = 10;

    /** Bytes of a page; an access that is aligned to its size lies in one. */
    static final int PAGE = 1 << PAGE_BITS;

    private static final int CHUNK_BITS = 10; // two to this many pages

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final String name;
    private final long base;
    private final long size;
    private final byte[][][] pages; // by chunk; null entries are not touched yet
    private final Marks written; // null where nobody asks
    private final Marks atomic; // those of them that an atomic has changed
    private final Filler filler;
    private final boolean writable;

    /** Makes the first contents of a page. */
    @FunctionalInterface
    interface Filler {
        /** Fills {@code page}, whose first byte lies at {@code offset} in the object. */
        void fill(byte[] page, long offset);
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
        filler = (page, offset) -> System.arraycopy(data, (int) offset, page, 0, page.length);
        pages = new byte[chunks(size)][][];
        if (size <= PAGE) {
            pages[0] = new byte[][] {data};
        }
    }

    /** A writable object whose pages are filled when they are touched; notes what is written. */
    Region(String name, long base, long size, Filler filler) {
        this.name = name;
        this.base = base;
        this.size = size;
        this.filler = filler;
        writable = true;
        pages = new byte[chunks(size)][][];
        written = new Marks(pages.length);
        atomic = new Marks(pages.length);
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

    /** The page that holds a byte. */
    private byte[] page(long offset) {
        int p = (int) (offset >>> PAGE_BITS);
        byte[][] chunk = pages[p >>> CHUNK_BITS];
        byte[] page = chunk == null ? null : chunk[p & (1 << CHUNK_BITS) - 1];
        return page == null ? newPage(p) : page;
    }

    private byte[] newPage(int p) {
        int c = p >>> CHUNK_BITS;
        long first = (long) p << PAGE_BITS;
        if (pages[c] == null) {
            long more = (size - 1 >>> PAGE_BITS) + 1 - ((long) c << CHUNK_BITS);
            pages[c] = new byte[(int) Math.min(1 << CHUNK_BITS, more)][];
        }
        byte[] page = new byte[(int) Math.min(PAGE, size - first)];
        filler.fill(page, first);
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
        for (int c = 0; c < pages.length; c++) {
            for (int k = 0; pages[c] != null && k < pages[c].length; k++) {
                byte[] page = pages[c][k];
                if (page != null) {
                    byte[] before = new byte[page.length];
                    filler.fill(before, ((long) c << CHUNK_BITS | k) << PAGE_BITS);
                    if (!Arrays.equals(page, before)) {
                        return true;
                    }
                }
            }
        }
        return false;
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
        int at = (int) offset & PAGE - 1;
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
        int at = (int) offset & PAGE - 1;
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
            int at = (int) (offset + k) & PAGE - 1;
            int part = Math.min(count - k, data.length - at);
            System.arraycopy(data, at, copy, k, part);
            k += part;
        }
        return copy;
    }
}

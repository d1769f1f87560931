package io.heddle.replay.machine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.BitSet;

/**
 * One object in memory: a tensor, a variable, a parameter block. Little-endian. Its bytes come in
 * pages that are made when they are first touched.
 */
public final class Region {
    /** Bytes of a page; an access that is aligned to its size lies in one. */
    static final int PAGE = 1 << 10;

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final String name;
    private final long base;
    private final int size;
    private final byte[][] pages; // null entries are not touched yet
    private final BitSet[] written; // by page; null where nobody asks
    private final Filler filler;
    private final boolean writable;

    /** Makes the first contents of a page. */
    @FunctionalInterface
    interface Filler {
        /** Fills {@code page}, whose first byte lies at {@code offset} in the object. */
        void fill(byte[] page, int offset);
    }

    /** An object that is all there. */
    Region(String name, long base, byte[] data, boolean writable) {
        this.name = name;
        this.base = base;
        this.size = data.length;
        this.writable = writable;
        written = null;
        filler = null;
        pages = new byte[(size + PAGE - 1) / PAGE][];
        if (pages.length == 1) {
            pages[0] = data;
        } else {
            for (int p = 0; p < pages.length; p++) {
                int from = p * PAGE;
                pages[p] = java.util.Arrays.copyOfRange(data, from, Math.min(size, from + PAGE));
            }
        }
    }

    /** A writable object whose pages are filled when they are touched; notes what is written. */
    Region(String name, long base, int size, Filler filler) {
        this.name = name;
        this.base = base;
        this.size = size;
        this.filler = filler;
        writable = true;
        int count = (int) (((long) size + PAGE - 1) / PAGE);
        pages = new byte[count][];
        written = new BitSet[count];
    }

    public String name() {
        return name;
    }

    /** Address of the first byte in its state space. */
    public long base() {
        return base;
    }

    public int size() {
        return size;
    }

    private byte[] page(int number) {
        byte[] page = pages[number];
        if (page == null) {
            page = new byte[Math.min(PAGE, size - number * PAGE)];
            filler.fill(page, number * PAGE);
            pages[number] = page;
        }
        return page;
    }

    /** True if the kernel wrote all of {@code size} bytes, which lie in one page. */
    boolean isWritten(int offset, int size) {
        if (written == null || written[offset / PAGE] == null) {
            return false;
        }
        BitSet bytes = written[offset / PAGE];
        int at = offset % PAGE;
        for (int k = at; k < at + size; k++) {
            if (!bytes.get(k)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Adds the elements that the kernel wrote all of.
     *
     * @param width bytes of an element
     * @param all gets the places of these elements, in elements
     */
    void addWritten(int width, BitSet all) {
        for (int p = 0; written != null && p < written.length; p++) {
            if (written[p] == null) {
                continue;
            }
            for (int at = 0; at < PAGE; at += width) {
                if (isWritten(p * PAGE + at, width)) {
                    all.set((p * PAGE + at) / width);
                }
            }
        }
    }

    /** The bytes that the kernel wrote. */
    BitSet writtenBytes() {
        BitSet all = new BitSet();
        for (int p = 0; written != null && p < written.length; p++) {
            int from = p * PAGE;
            if (written[p] != null) {
                written[p].stream().forEach(k -> all.set(from + k));
            }
        }
        return all;
    }

    boolean contains(long address, int size) {
        long offset = address - base;
        return offset >= 0 && offset + size <= this.size;
    }

    /** The bits of {@code size} (1, 2, 4 or 8) bytes, zero-extended. */
    public long load(int offset, int size) {
        byte[] data = page(offset / PAGE);
        int at = offset % PAGE;
        return switch (size) {
            case 1 -> data[at] & 0xFFL;
            case 2 -> (short) SHORTS.get(data, at) & 0xFFFFL;
            case 4 -> (int) INTS.get(data, at) & 0xFFFFFFFFL;
            default -> (long) LONGS.get(data, at);
        };
    }

    public void store(int offset, int size, long bits) {
        if (!writable) {
            throw new StopException(
                    ReplayResult.Reason.OUT_OF_BOUNDS, "store to read-only " + name);
        }
        put(offset, size, bits);
        if (written != null) {
            BitSet bytes = written[offset / PAGE];
            if (bytes == null) {
                bytes = new BitSet(PAGE);
                written[offset / PAGE] = bytes;
            }
            bytes.set(offset % PAGE, offset % PAGE + size);
        }
    }

    /** Sets bytes without marking them as written by the kernel. */
    public void put(int offset, int size, long bits) {
        byte[] data = page(offset / PAGE);
        int at = offset % PAGE;
        switch (size) {
            case 1 -> data[at] = (byte) bits;
            case 2 -> SHORTS.set(data, at, (short) bits);
            case 4 -> INTS.set(data, at, (int) bits);
            default -> LONGS.set(data, at, bits);
        }
    }

    /** A copy of {@code count} bytes. */
    public byte[] bytes(int offset, int count) {
        byte[] copy = new byte[count];
        for (int k = 0; k < count; ) {
            byte[] data = page((offset + k) / PAGE);
            int at = (offset + k) % PAGE;
            int part = Math.min(count - k, data.length - at);
            System.arraycopy(data, at, copy, k, part);
            k += part;
        }
        return copy;
    }
}

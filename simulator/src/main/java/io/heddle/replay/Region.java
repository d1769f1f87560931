package io.heddle.replay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** One object in memory: a tensor, a variable, a parameter block. Little-endian. */
final class Region {
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final String name;
    private final long base;
    private final byte[] data;
    private final boolean[] written; // null where nobody asks
    private final boolean writable;

    Region(String name, long base, byte[] data, boolean[] written, boolean writable) {
        this.name = name;
        this.base = base;
        this.data = data;
        this.written = written;
        this.writable = writable;
    }

    String name() {
        return name;
    }

    /** Address of the first byte in its state space. */
    long base() {
        return base;
    }

    int size() {
        return data.length;
    }

    byte[] data() {
        return data;
    }

    boolean isWritten(int offset) {
        return written != null && written[offset];
    }

    boolean contains(long address, int size) {
        long offset = address - base;
        return offset >= 0 && offset + size <= data.length;
    }

    /** The bits of {@code size} (1, 2, 4 or 8) bytes, zero-extended. */
    long load(int offset, int size) {
        return switch (size) {
            case 1 -> data[offset] & 0xFFL;
            case 2 -> (short) SHORTS.get(data, offset) & 0xFFFFL;
            case 4 -> (int) INTS.get(data, offset) & 0xFFFFFFFFL;
            default -> (long) LONGS.get(data, offset);
        };
    }

    void store(int offset, int size, long bits) {
        if (!writable) {
            throw new StopException(
                    ReplayResult.Reason.OUT_OF_BOUNDS, "store to read-only " + name);
        }
        put(offset, size, bits);
        if (written != null) {
            for (int k = offset; k < offset + size; k++) {
                written[k] = true;
            }
        }
    }

    /** Sets bytes without marking them as written by the kernel. */
    void put(int offset, int size, long bits) {
        switch (size) {
            case 1 -> data[offset] = (byte) bits;
            case 2 -> SHORTS.set(data, offset, (short) bits);
            case 4 -> INTS.set(data, offset, (int) bits);
            default -> LONGS.set(data, offset, bits);
        }
    }
}

package io.heddle.isa;

import io.heddle.machine.Warp;

/**
 * An access to memory that each executing lane of a warp makes, or, for rows, the lanes that give
 * the addresses of rows.
 *
 * @param kind what the lanes do
 * @param place says each lane's address
 * @param bytes of one lane's access; the most if they differ
 * @param rows the number of lanes, from 0, that give an address; those of a warp except for rows
 */
public record LaneAccess(Kind kind, MemoryOperand place, int bytes, int rows) {
    /** What is done to memory. */
    public enum Kind {
        /** {@code ld}, {@code ldu}. */
        LOAD,
        /** {@code st}. */
        STORE,
        /** {@code atom}, {@code red}. */
        ATOMIC,
        /** The source of {@code cp.async}. */
        COPY_READ,
        /** The destination of {@code cp.async}. */
        COPY_WRITE,
        /** {@code ldmatrix}: 16 bytes a row. */
        ROWS_LOAD,
        /** {@code stmatrix}: 16 bytes a row. */
        ROWS_STORE
    }

    /** An access by every executing lane. */
    public LaneAccess(Kind kind, MemoryOperand place, int bytes) {
        this(kind, place, bytes, Warp.LANES);
    }

    /**
     * The generic address of a lane, or {@link Warp#NO_ADDRESS} if the register that holds it is
     * not concrete.
     */
    public long address(Warp warp, int lane) {
        return place.concreteAddress(warp, lane);
    }
}

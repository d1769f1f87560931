package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;

/** The cells of one memory object, chunk by chunk, and how an access passes over them. */
abstract class ShadowCells {
    static final int CHUNK_SHIFT = 10;
    static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;
    static final int CHUNK_MASK = CHUNK_BYTES - 1;
    private static final int WORD_SHIFT = 2;

    final CurrentThread current;
    final long size;
    final ShadowChunk[] chunks;
    final ConflictReport report;
    final NonCoherentMarks marks;

    // The selected cells: those of one chunk that an access covers.
    ShadowChunk chunk;
    int cell;
    int cellLimit;

    ShadowCells(CurrentThread current, long size) {
        this.current = current;
        this.size = size;
        chunks = new ShadowChunk[Math.toIntExact((size + CHUNK_MASK) >> CHUNK_SHIFT)];
        report = new ConflictReport(current);
        marks = new NonCoherentMarks(size);
    }

    /** The record that the first lane of the current thread's warp would have. */
    final long warpRecord(int instruction) {
        return current.moveLane(current.record(instruction), -current.lane());
    }

    final void readCells(long warp, int lane, long offset, int bytes) {
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                chunk.read(i, warp, lane, report);
            }
        }
    }

    final boolean readCellsTogether(int warpThread, long warp, int lanes, long offset, int bytes) {
        int second = warpThread + Integer.numberOfTrailingZeros(lanes & (lanes - 1));
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                if (!chunk.readTogether(i, warp, lanes, second)) {
                    return false;
                }
            }
        }
        return true;
    }

    final void readNonCoherentCells(int thread, int instruction, long offset, int bytes) {
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                if (!chunk.isReadNonCoherentlyOnly(i)) {
                    current.enter(thread);
                    chunk.readNonCoherent(i, current.record(instruction), report);
                }
            }
        }
        marks.add(offset, bytes);
    }

    final void writeCells(long warp, int lane, long offset, int bytes, WrittenBytes values) {
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            int size = 1 << chunk.shift();
            for (int i = cell; i < cellLimit; i++) {
                int displacement = (int) (chunk.offset(i) - offset);
                long value =
                        values == null ? WrittenBytes.UNKNOWN : values.at(lane, displacement, size);
                chunk.write(i, warp, lane, value, report);
            }
        }
    }

    final void atomicCells(
            long warp, int lane, long offset, int bytes, int kind, boolean ctaScope) {
        long extentKind = (long) kind << Byte.SIZE | (bytes & 0xff);
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                chunk.atomic(i, warp, lane, extentKind, ctaScope, report);
            }
        }
    }

    /**
     * Drops the atomics so far: each happens before whatever the current thread does from now on.
     */
    public final void forgetAtomics(long offset, int bytes) {
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                chunk.forgetAtomics(i);
            }
        }
    }

    /** Reports all that conflicts with a write by the current thread, which is not added. */
    final void checkCells(long offset, int bytes) {
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                chunk.checkAll(i, report);
            }
        }
    }

    /** Adds an access without holding it against earlier ones. */
    final void addToCells(long warp, int lane, long offset, int bytes, boolean write) {
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                if (write) {
                    chunk.addWrite(i, warp, lane);
                } else {
                    chunk.addRead(i, warp, lane);
                }
            }
        }
    }

    /**
     * Selects the cells from {@code from} to {@code end}, or to the end of their chunk.
     *
     * @param extent has no bits below the alignment of the access
     */
    final void select(long from, long end, long extent) {
        if (from < 0 || end > size) {
            throw new IndexOutOfBoundsException("bytes " + from + " to " + end + " of " + size);
        }
        int index = (int) (from >>> CHUNK_SHIFT);
        chunk = chunks[index];
        if (chunk == null) {
            long offset = (long) index << CHUNK_SHIFT;
            int bytes = (int) Math.min(CHUNK_BYTES, size - offset);
            chunk = new ShadowChunk(current, marks, offset, bytes, WORD_SHIFT);
            chunks[index] = chunk;
        }
        int shift = chunk.shift();
        if ((extent & ((1 << shift) - 1)) != 0) {
            chunk.fit(extent);
            shift = chunk.shift();
        }
        cell = (int) (from & CHUNK_MASK) >> shift;
        cellLimit = (int) (Math.min(end, (from | CHUNK_MASK) + 1) - (from & ~CHUNK_MASK)) >> shift;
    }
}

package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;
import java.util.Arrays;

/**
 * The shadow of a stretch of memory, in cells of 4, 2 or 1 bytes: as coarse as its accesses so far
 * allow.
 */
final class ShadowChunk {
    private final CurrentThread current;
    private final NonCoherentMarks marks;

    /** Of the first cell. */
    private final long offset;

    /** A cell has {@code 1 << shift} bytes. */
    private int shift;

    int cells;

    // Each null until needed.
    Accesses reads;
    Accesses writes;
    Accesses atomics;

    /** Non-coherent reads by cell: the first one's record. */
    long[] nonCoherent;

    /** By cell: what all its unordered writes have written, or UNKNOWN (see WrittenBytes). */
    long[] values;

    /** By cell: the kind and extent of its atomics. */
    long[] kinds;

    /** By cell: whether any of its atomics has CTA scope. */
    boolean[] ctaScoped;

    ShadowChunk(CurrentThread current, NonCoherentMarks marks, long offset, int bytes, int shift) {
        this.current = current;
        this.marks = marks;
        this.offset = offset;
        this.shift = shift;
        cells = (bytes + (1 << shift) - 1) >> shift;
    }

    /** The logarithm of the cells' size in bytes. */
    int shift() {
        return shift;
    }

    /** The offset of a cell in the memory object. */
    long offset(int cell) {
        return offset + ((long) cell << shift);
    }

    /** The number of words of {@code 1 << wordShift} bytes that were accessed. */
    long accessedWords(int wordShift) {
        int perWord = wordShift - shift;
        long words = 0;
        int last = -1;
        for (int i = 0; i < cells; i++) {
            if (i >> perWord != last && isAccessed(i)) {
                last = i >> perWord;
                words++;
            }
        }
        return words;
    }

    /** True if some of the bytes at {@code from} of the chunk were accessed. */
    boolean isAccessed(int from, int bytes) {
        boolean some = false;
        for (int i = from >> shift; i < Math.min(cells, from + bytes >> shift); i++) {
            some |= isAccessed(i);
        }
        return some;
    }

    private boolean isAccessed(int cell) {
        return (reads != null && !reads.isEmpty(cell))
                || (writes != null && !writes.isEmpty(cell))
                || (atomics != null && !atomics.isEmpty(cell))
                || (nonCoherent != null && nonCoherent[cell] != 0);
    }

    /** Makes the cells small enough to start and end with an access. */
    void fit(long extent) {
        int needed = Long.numberOfTrailingZeros(extent);
        if (needed < shift) {
            refine(shift - needed);
        }
    }

    private void refine(int bits) {
        shift -= bits;
        cells <<= bits;
        reads = reads == null ? null : reads.refined(bits);
        writes = writes == null ? null : writes.refined(bits);
        atomics = atomics == null ? null : atomics.refined(bits);
        if (nonCoherent != null) {
            long[] coarse = nonCoherent;
            nonCoherent = new long[cells];
            Arrays.setAll(nonCoherent, i -> coarse[i >> bits]);
        }
        if (values != null) {
            long[] coarseValues = values;
            int mask = (1 << bits) - 1;
            values = new long[cells];
            Arrays.setAll(
                    values,
                    i ->
                            ByteIdentity.part(
                                    coarseValues[i >> bits], (i & mask) << shift, 1 << shift));
        }
        if (kinds != null) {
            long[] coarseKinds = kinds;
            boolean[] coarseScopes = ctaScoped;
            kinds = new long[cells];
            ctaScoped = new boolean[cells];
            for (int i = 0; i < cells; i++) {
                kinds[i] = coarseKinds[i >> bits];
                ctaScoped[i] = coarseScopes[i >> bits];
            }
        }
    }

    /** Drops the atomics of a cell. */
    void forgetAtomics(int cell) {
        if (atomics != null) {
            Accesses.of(current, cells).moveFrom(atomics, cell);
        }
    }

    private Accesses reads() {
        if (reads == null) {
            reads = Accesses.of(current, cells);
        }
        return reads;
    }

    /**
     * Records a read by the current thread and reports what it races with.
     *
     * @param warp the record that the first lane of its warp would have
     */
    void read(int cell, long warp, int lane, ConflictReport report) {
        if (reads().isLast(cell, warp, lane)) {
            return; // whoever wrote in between has met that read
        }
        checkWrites(cell, report);
        reads.add(cell, warp, 1 << lane);
    }

    private void beginWrites() {
        if (writes == null) {
            marks.end();
            writes = Accesses.of(current, cells);
        }
    }

    /**
     * Records reads by several lanes of a warp that entered together if none of them races; else
     * records nothing.
     *
     * @param warp the record that the first lane of the warp would have
     * @param lanes at least two; the first of them is the current thread
     * @param second the thread of the second of them
     * @return true if none races
     */
    boolean readTogether(int cell, long warp, int lanes, int second) {
        if (writes != null || atomics != null) {
            int first = current.number();
            boolean races = isWriteUnordered(cell);
            current.enterLane(second); // what is ordered before both is ordered before all
            races |= isWriteUnordered(cell);
            current.enterLane(first);
            if (races) {
                return false;
            }
        }
        reads().add(cell, warp, lanes);
        return true;
    }

    /**
     * Records reads of neighbouring cells by neighbouring lanes that entered together if none of
     * them races; else records nothing.
     *
     * @param laneShift a lane reads {@code 1 << laneShift} cells
     * @param firstThread the thread of the first lane
     * @param warp the record that the first lane of the warp would have
     * @return true if none races
     */
    boolean readRun(int cell, int count, int laneShift, int firstThread, long warp, int firstLane) {
        if (!areOrdered(writes, cell, count, laneShift, firstThread)
                || !areOrdered(atomics, cell, count, laneShift, firstThread)) {
            return false;
        }
        reads().addRun(cell, count, laneShift, firstThread, warp, firstLane);
        return true;
    }

    private static boolean areOrdered(
            Accesses accesses, int cell, int count, int laneShift, int firstThread) {
        return accesses == null || accesses.areOrdered(cell, count, laneShift, firstThread);
    }

    /**
     * As {@link #readRun}, writes.
     *
     * @param newValues what the warp's lanes write, or null if that is not known
     */
    boolean writeRun(
            int cell,
            int count,
            int laneShift,
            int firstThread,
            long warp,
            int firstLane,
            WrittenBytes newValues) {
        if (nonCoherent != null
                || !areOrdered(reads, cell, count, laneShift, firstThread)
                || !areOrdered(atomics, cell, count, laneShift, firstThread)
                || !areOrdered(writes, cell, count, laneShift, firstThread)) {
            return false;
        }
        beginWrites();
        if (newValues != null && values == null) {
            values = new long[cells];
        }
        int laneMask = (1 << laneShift) - 1;
        for (int i = 0; values != null && i < count; i++) {
            values[cell + i] =
                    newValues == null
                            ? WrittenBytes.UNKNOWN
                            : newValues.at(
                                    firstLane + (i >> laneShift),
                                    (i & laneMask) << shift,
                                    1 << shift);
        }
        writes.addRun(cell, count, laneShift, firstThread, warp, firstLane);
        return true;
    }

    private boolean isWriteUnordered(int cell) {
        return (writes != null && writes.unordered(cell) != 0)
                || (atomics != null && atomics.unordered(cell) != 0);
    }

    /** Reports what an access of the current thread would race with, and records nothing. */
    void check(int cell, Access access, ConflictReport report) {
        switch (access.sort()) {
            case READ -> checkWrites(cell, report);
            case NON_COHERENT_READ -> checkAllWrites(cell, report);
            case WRITE -> {
                checkReads(cell, report);
                if (atomics != null) {
                    report.atomic(atomics.unordered(cell), this, cell, false);
                }
                long other = writes == null ? 0 : writes.unordered(cell);
                long value = access.value(offset(cell), 1 << shift);
                report.write(other, this, cell, isWritten(cell, value));
            }
            case ATOMIC -> checkAtomic(cell, access.extentKind(), access.ctaScope(), report);
        }
    }

    private boolean isWritten(int cell, long value) {
        return values != null && value != WrittenBytes.UNKNOWN && values[cell] == value;
    }

    private void checkAtomic(int cell, long kind, boolean ctaScope, ConflictReport report) {
        checkReads(cell, report);
        if (atomics != null && !atomics.isEmpty(cell)) {
            if (kinds[cell] != kind) {
                report.atomic(atomics.unordered(cell), this, cell, true);
            } else if (ctaScoped[cell] || ctaScope) {
                report.atomic(atomics.unorderedOfOtherCta(cell), this, cell, false);
            }
        }
        report.write(writes == null ? 0 : writes.unordered(cell), this, cell, false);
    }

    private void checkWrites(int cell, ConflictReport report) {
        if (writes != null) {
            report.write(writes.unordered(cell), this, cell, false);
        }
        if (atomics != null) {
            report.atomic(atomics.unordered(cell), this, cell, false);
        }
    }

    /**
     * True if the cell has had a non-coherent read, and its chunk no write: another changes
     * nothing.
     */
    boolean isReadNonCoherentlyOnly(int cell) {
        return nonCoherent != null && nonCoherent[cell] != 0 && writes == null && atomics == null;
    }

    /** Records a read through the non-coherent cache, which races with any write of the launch. */
    void readNonCoherent(int cell, long record, ConflictReport report) {
        if (nonCoherent == null) {
            nonCoherent = new long[cells];
        }
        if (nonCoherent[cell] == 0) {
            nonCoherent[cell] = record;
        }
        checkAllWrites(cell, report);
    }

    private void checkAllWrites(int cell, ConflictReport report) {
        if (writes != null) {
            report.write(writes.last(cell), this, cell, false);
        }
        if (atomics != null) {
            report.atomic(atomics.last(cell), this, cell, false);
        }
    }

    /**
     * Records a write by the current thread and reports what it races with.
     *
     * @param warp the record that the first lane of its warp would have
     * @param value see {@link WrittenBytes}
     */
    void write(int cell, long warp, int lane, long value, ConflictReport report) {
        checkReads(cell, report);
        if (atomics != null) {
            report.atomic(atomics.unordered(cell), this, cell, false);
        }
        beginWrites();
        long other = writes.unordered(cell);
        boolean same = false;
        if (value != WrittenBytes.UNKNOWN && values == null) {
            values = new long[cells];
        }
        if (values != null) {
            same = other != 0 && value != WrittenBytes.UNKNOWN && values[cell] == value;
            values[cell] = other == 0 || same ? value : WrittenBytes.UNKNOWN;
        }
        report.write(other, this, cell, same);
        writes.add(cell, warp, 1 << lane);
    }

    /**
     * Records one write by several lanes of a warp that entered together.
     *
     * @param warp the record that the first lane of the warp would have
     * @param lanes not empty
     * @param warpThread the thread of the first lane of the warp
     */
    void writeTogether(int cell, long warp, int lanes, int warpThread, ConflictReport report) {
        beginSharedWrite(cell);
        int others = lanes & (lanes - 1);
        if (others != 0) {
            current.enterLane(warpThread + Integer.numberOfTrailingZeros(others));
            checkAll(cell, report);
        }
        current.enterLane(warpThread + Integer.numberOfTrailingZeros(lanes));
        checkAll(cell, report); // what is ordered before these two is ordered before all
        writes.add(cell, warp, lanes);
    }

    /** Records one write by several lanes of a warp that know different things. */
    void writeEach(int cell, int warpThread, int lanes, int instruction, ConflictReport report) {
        beginSharedWrite(cell);
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            current.enter(warpThread + Integer.numberOfTrailingZeros(rest));
            checkAll(cell, report);
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            current.enter(warpThread + lane);
            writes.add(cell, current.moveLane(current.record(instruction), -lane), 1 << lane);
        }
    }

    private void beginSharedWrite(int cell) {
        beginWrites();
        if (values != null) {
            values[cell] = WrittenBytes.UNKNOWN;
        }
    }

    /** Records a read by the current thread that has been judged before. */
    void addRead(int cell, long warp, int lane) {
        reads().add(cell, warp, 1 << lane);
    }

    /** Records a write by the current thread that has been judged before. */
    void addWrite(int cell, long warp, int lane) {
        beginSharedWrite(cell);
        writes.add(cell, warp, 1 << lane);
    }

    /** Reports what a write of the current thread would race with. */
    void checkAll(int cell, ConflictReport report) {
        checkReads(cell, report);
        checkWrites(cell, report);
    }

    private void checkReads(int cell, ConflictReport report) {
        if (reads != null) {
            report.read(reads.unordered(cell), this, cell);
        }
        if (nonCoherent != null) {
            report.read(nonCoherent[cell], this, cell);
        }
    }

    /**
     * Records an atomic by the current thread and reports what it races with.
     *
     * @param warp the record that the first lane of its warp would have
     * @param kind equal for atomics that do not conflict with each other
     */
    void atomic(int cell, long warp, int lane, long kind, boolean ctaScope, ConflictReport report) {
        checkReads(cell, report);
        if (atomics == null) {
            marks.end();
            atomics = Accesses.of(current, cells);
            kinds = new long[cells];
            ctaScoped = new boolean[cells];
        }
        long write = writes == null ? 0 : writes.unordered(cell);
        if (atomics.isEmpty(cell)) {
            kinds[cell] = kind;
            ctaScoped[cell] = ctaScope;
        } else if (kinds[cell] == kind) {
            ctaScoped[cell] |= ctaScope;
            if (ctaScoped[cell]) {
                report.atomic(atomics.unorderedOfOtherCta(cell), this, cell, false);
            }
        } else {
            report.atomic(atomics.unordered(cell), this, cell, true);
            demoteAtomics(cell);
            kinds[cell] = kind;
            ctaScoped[cell] = ctaScope;
        }
        report.write(write, this, cell, false);
        atomics.add(cell, warp, 1 << lane);
    }

    /**
     * Counts the cell's atomics as writes from now on: whatever is unordered with one of them is
     * unordered with the atomic of another kind that follows them, so it races anyway.
     */
    private void demoteAtomics(int cell) {
        beginWrites();
        writes.moveFrom(atomics, cell);
        if (values != null) {
            values[cell] = WrittenBytes.UNKNOWN;
        }
    }
}

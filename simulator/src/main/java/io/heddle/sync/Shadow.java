package io.heddle.sync;

import java.util.List;

/**
 * The accesses of one memory object (a shared array of one CTA, a global tensor over all CTAs),
 * byte by byte, as far as later accesses could race with them.
 *
 * <p>Two accesses conflict if they overlap, one of them writes, and they are not both atomics of
 * one kind and extent; a conflict of unordered accesses is a race, whatever their volatile, relaxed
 * or scope qualifiers. An access that conflicts with no earlier one gets null; one that does gets
 * one of the conflicts that has not been returned before for the same two instructions, or null if
 * there is none. A racing access is recorded like any other, so that later accesses are judged
 * rightly; only atomics of different kinds count as plain writes for each other once they have met.
 *
 * <p>Accesses by several lanes of a warp at one instruction are the same as those of its lanes one
 * after the other, in less time.
 *
 * <p>Constant time for each cell if threads synchronise over whole CTAs only (the idea is
 * FastTrack's: Flanagan and Freund, PLDI 2009); otherwise up to the number of unordered accesses.
 */
public final class Shadow {
    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;
    private static final int CHUNK_MASK = CHUNK_BYTES - 1;
    private static final int WORD_SHIFT = 2;
    private static final int WORD_BYTES = 1 << WORD_SHIFT;

    private final HappensBefore clocks;
    private final long size;
    private final ShadowChunk[] chunks;
    private final ConflictReport report;

    /** What asynchronous copies access; null until there is one. */
    private InFlightCells inFlight;

    /** Where mbarriers are; null until there is one. */
    private MbarrierPlaces mbarriers;

    /** By word: accesses that began in it. Null if not counted. */
    private final int[] begun;

    // The cells in hand: those of one chunk that an access covers.
    private ShadowChunk chunk;
    private int cell;
    private int cellLimit;

    /**
     * An object nobody has accessed, whose accesses are not counted.
     *
     * @param size in bytes, less than 2^41
     */
    public Shadow(HappensBefore clocks, long size) {
        this(clocks, size, false);
    }

    /**
     * An object nobody has accessed.
     *
     * @param size in bytes, less than 2^41
     * @param counted whether {@link #counts} is wanted
     */
    public Shadow(HappensBefore clocks, long size, boolean counted) {
        this.clocks = clocks;
        this.size = size;
        chunks = new ShadowChunk[Math.toIntExact((size + CHUNK_MASK) >> CHUNK_SHIFT)];
        report = new ConflictReport(clocks);
        begun = counted ? new int[Math.toIntExact((size + WORD_BYTES - 1) >> WORD_SHIFT)] : null;
    }

    /** Counts of the accesses so far; none if they are not counted. */
    public AccessCounts counts() {
        if (begun == null) {
            return AccessCounts.NONE;
        }
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
        return new AccessCounts(accesses, words, pairs);
    }

    /** Counts accesses that begin at {@code offset}. */
    private void count(long offset, int accesses) {
        if (begun != null) {
            begun[(int) (offset >> WORD_SHIFT)] += accesses;
        }
    }

    /** The record that the first lane of the current thread's warp would have. */
    private long warpRecord(int instruction) {
        return clocks.moveLane(clocks.record(instruction), -clocks.currentLane());
    }

    /** Records a read; returns a new conflict or null. */
    public Conflict read(int thread, int instruction, long offset, int bytes) {
        report.begin(instruction);
        clocks.enter(thread);
        count(offset, 1);
        meetOthers(offset, bytes, false);
        readCells(warpRecord(instruction), clocks.currentLane(), offset, bytes);
        return report.end();
    }

    /**
     * Reads by several lanes of a warp at one instruction: lane l, if in the bit set {@code lanes},
     * is thread {@code warpThread + l} and accesses {@code offsets[l]}. Returns the new conflicts
     * of the lanes, in their order, at most one of each.
     */
    public List<Conflict> readWarp(
            int warpThread, int lanes, int instruction, long[] offsets, int bytes) {
        report.begin(instruction);
        boolean alone = !meetsOthers(lanes, offsets, bytes);
        if (alone && lanes != 0 && clocks.enterWarp(warpThread, lanes)) {
            readTogether(warpThread, lanes, warpRecord(instruction), offsets, bytes);
        } else {
            for (int rest = lanes; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                clocks.enter(warpThread + lane);
                count(offsets[lane], 1);
                meetOthers(offsets[lane], bytes, false);
                readCells(warpRecord(instruction), lane, offsets[lane], bytes);
                report.endLane();
            }
        }
        return report.endLanes();
    }

    /**
     * True if neighbouring lanes access neighbouring bytes, which are in one chunk and not being
     * copied; the cells are in hand then.
     */
    private boolean selectRun(int lanes, long[] offsets, int bytes) {
        int first = Integer.numberOfTrailingZeros(lanes);
        int last = 31 - Integer.numberOfLeadingZeros(lanes);
        long start = offsets[first];
        long end = start + (long) (last - first + 1) * bytes;
        if (inFlight != null
                || (mbarriers != null && mbarriers.meets(start, end - start))
                || last == first
                || Integer.bitCount(lanes) != last - first + 1
                || (start ^ end - 1) >>> CHUNK_SHIFT != 0) {
            return false;
        }
        for (int lane = first; lane < last; lane++) {
            if (offsets[lane + 1] - offsets[lane] != bytes) {
                return false;
            }
        }
        select(start, end, start | bytes);
        return true;
    }

    private void countRun(long offset, int accesses, int bytes) {
        for (int i = 0; begun != null && i < accesses; i++) {
            begun[(int) (offset + (long) i * bytes >> WORD_SHIFT)]++;
        }
    }

    private boolean readRun(int warpThread, int lanes, long warp, long[] offsets, int bytes) {
        if (!selectRun(lanes, offsets, bytes)) {
            return false;
        }
        int first = Integer.numberOfTrailingZeros(lanes);
        int shift = Integer.numberOfTrailingZeros(bytes >> chunk.shift());
        if (!chunk.readRun(cell, cellLimit - cell, shift, warpThread + first, warp, first)) {
            return false;
        }
        countRun(offsets[first], Integer.bitCount(lanes), bytes);
        return true;
    }

    private boolean writeRun(
            int warpThread, int lanes, long warp, long[] offsets, int bytes, WrittenBytes values) {
        if (!selectRun(lanes, offsets, bytes)) {
            return false;
        }
        int first = Integer.numberOfTrailingZeros(lanes);
        int shift = Integer.numberOfTrailingZeros(bytes >> chunk.shift());
        if (!chunk.writeRun(
                cell, cellLimit - cell, shift, warpThread + first, warp, first, values)) {
            return false;
        }
        countRun(offsets[first], Integer.bitCount(lanes), bytes);
        return true;
    }

    /** Neighbouring lanes that read the same address are recorded at once unless they race. */
    private void readTogether(int warpThread, int lanes, long warp, long[] offsets, int bytes) {
        if (readRun(warpThread, lanes, warp, offsets, bytes)) {
            return;
        }
        int rest = lanes;
        while (rest != 0) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int group = rest & -rest;
            long offset = offsets[lane];
            rest &= rest - 1;
            while (rest != 0 && offsets[Integer.numberOfTrailingZeros(rest)] == offset) {
                group |= rest & -rest;
                rest &= rest - 1;
            }
            clocks.enterLane(warpThread + lane);
            count(offset, Integer.bitCount(group));
            if (group == 1 << lane) {
                readCells(warp, lane, offset, bytes);
                report.endLane();
            } else if (!readCellsTogether(warpThread, warp, group, offset, bytes)) {
                for (int racing = group; racing != 0; racing &= racing - 1) {
                    int one = Integer.numberOfTrailingZeros(racing);
                    clocks.enterLane(warpThread + one);
                    readCells(warp, one, offset, bytes);
                    report.endLane();
                }
            }
        }
    }

    private void readCells(long warp, int lane, long offset, int bytes) {
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                chunk.read(i, warp, lane, report);
            }
        }
    }

    private boolean readCellsTogether(
            int warpThread, long warp, int lanes, long offset, int bytes) {
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

    /**
     * Records a read through the non-coherent cache ({@code ld.global.nc}), which conflicts with
     * any write of the launch, even an ordered one; returns a new conflict or null.
     */
    public Conflict readNonCoherent(int thread, int instruction, long offset, int bytes) {
        report.begin(instruction);
        clocks.enter(thread);
        meetOthers(offset, bytes, false);
        readNonCoherentCells(thread, instruction, offset, bytes);
        return report.end();
    }

    /** {@link #readNonCoherent} by several lanes of a warp, as in {@link #readWarp}. */
    public List<Conflict> readNonCoherentWarp(
            int warpThread, int lanes, int instruction, long[] offsets, int bytes) {
        report.begin(instruction);
        long last = -1;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if (offsets[lane] != last) { // one reader of a cell stands for all if it does not race
                clocks.enter(warpThread + lane);
                meetOthers(offsets[lane], bytes, false);
                readNonCoherentCells(warpThread + lane, instruction, offsets[lane], bytes);
                last = report.hasMet() ? -1 : offsets[lane];
                report.endLane();
            }
        }
        return report.endLanes();
    }

    private void readNonCoherentCells(int thread, int instruction, long offset, int bytes) {
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                if (!chunk.isReadNonCoherentlyOnly(i)) {
                    clocks.enter(thread);
                    chunk.readNonCoherent(i, clocks.record(instruction), report);
                }
            }
        }
    }

    /**
     * Records a write; returns a new conflict or null.
     *
     * @param values what it writes, or null if that is not known
     */
    public Conflict write(
            int thread, int instruction, long offset, int bytes, WrittenBytes values) {
        report.begin(instruction);
        clocks.enter(thread);
        count(offset, 1);
        meetOthers(offset, bytes, true);
        writeCells(warpRecord(instruction), clocks.currentLane(), offset, bytes, values);
        return report.end();
    }

    /**
     * Writes by several lanes of a warp, as in {@link #readWarp}; {@code values} may be null: none
     * is known.
     */
    public List<Conflict> writeWarp(
            int warpThread,
            int lanes,
            int instruction,
            long[] offsets,
            int bytes,
            WrittenBytes values) {
        report.begin(instruction);
        boolean together = lanes != 0 && clocks.enterWarp(warpThread, lanes);
        long warp = together ? warpRecord(instruction) : 0;
        if (together && writeRun(warpThread, lanes, warp, offsets, bytes, values)) {
            return report.endLanes();
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if (together) {
                clocks.enterLane(warpThread + lane);
            } else {
                clocks.enter(warpThread + lane);
                warp = warpRecord(instruction);
            }
            count(offsets[lane], 1);
            meetOthers(offsets[lane], bytes, true);
            writeCells(warp, lane, offsets[lane], bytes, values);
            report.endLane();
        }
        return report.endLanes();
    }

    private void writeCells(long warp, int lane, long offset, int bytes, WrittenBytes values) {
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

    /**
     * Records an atomic; returns a new conflict or null.
     *
     * @param kind operation and type: equal only for operations that do not conflict
     * @param ctaScope it has CTA scope: it races with atomics of other CTAs
     */
    public Conflict atomic(
            int thread, int instruction, long offset, int bytes, int kind, boolean ctaScope) {
        report.begin(instruction);
        report.setAtomic();
        clocks.enter(thread);
        count(offset, 1);
        meetOthers(offset, bytes, true);
        long warp = warpRecord(instruction);
        int lane = clocks.currentLane();
        long extentKind = (long) kind << Byte.SIZE | (bytes & 0xff);
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                chunk.atomic(i, warp, lane, extentKind, ctaScope, report);
            }
        }
        return report.end();
    }

    /**
     * The lanes of a warp read the same bytes in one access ({@code ldmatrix}): a read by each of
     * them.
     *
     * @param lanes bit set, not empty
     */
    public Conflict readTogether(
            int warpThread, int lanes, int instruction, long offset, int bytes) {
        report.begin(instruction);
        boolean several = (lanes & (lanes - 1)) != 0 && clocks.enterWarp(warpThread, lanes);
        clocks.enter(warpThread + Integer.numberOfTrailingZeros(lanes));
        count(offset, 1);
        meetOthers(offset, bytes, false);
        if (!several
                || !readCellsTogether(warpThread, warpRecord(instruction), lanes, offset, bytes)) {
            for (int rest = lanes; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                clocks.enter(warpThread + lane);
                readCells(warpRecord(instruction), lane, offset, bytes);
            }
        }
        return report.end();
    }

    /**
     * The lanes of a warp write the same bytes in one access ({@code stmatrix}): to anybody else a
     * write by each of them.
     *
     * @param lanes bit set, not empty
     */
    public Conflict writeTogether(
            int warpThread, int lanes, int instruction, long offset, int bytes) {
        report.begin(instruction);
        boolean alike = clocks.enterWarp(warpThread, lanes);
        count(offset, 1);
        meetOthers(offset, bytes, true);
        long warp = warpRecord(instruction);
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                if (alike) {
                    chunk.writeTogether(i, warp, lanes, warpThread, report);
                } else {
                    chunk.writeEach(i, warpThread, lanes, instruction, report);
                }
            }
        }
        return report.end();
    }

    // ---------------------------------------------------------------- mbarriers

    /**
     * An operation on an mbarrier: it reads its bytes or, where it makes or ends it, writes them.
     */
    public Conflict mbarrier(int thread, int instruction, long offset, int bytes, boolean write) {
        report.begin(instruction);
        clocks.enter(thread);
        count(offset, 1);
        if (inFlight != null) {
            inFlight.report(offset, bytes, write, report);
        }
        if (write) {
            writeCells(warpRecord(instruction), clocks.currentLane(), offset, bytes, null);
        } else {
            readCells(warpRecord(instruction), clocks.currentLane(), offset, bytes);
        }
        return report.end();
    }

    /** An mbarrier begins to live in the 8 bytes at {@code offset}. */
    public void beginMbarrier(int thread, int instruction, long offset) {
        if (mbarriers == null) {
            mbarriers = new MbarrierPlaces();
        }
        mbarriers.add(offset, thread, instruction);
    }

    /** The mbarrier at {@code offset} ends. */
    public void endMbarrier(long offset) {
        mbarriers.remove(offset);
    }

    // ---------------------------------------------------------------- asynchronous copies

    /**
     * Reports a copy in flight that an access by the current thread conflicts with, and an mbarrier
     * that it touches.
     */
    private void meetOthers(long offset, int bytes, boolean write) {
        if (inFlight != null) {
            inFlight.report(offset, bytes, write, report);
        }
        if (mbarriers != null) {
            mbarriers.report(offset, bytes, report);
        }
    }

    /** True if one of the bytes that lanes of a warp access is being copied to or an mbarrier's. */
    private boolean meetsOthers(int lanes, long[] offsets, int bytes) {
        if (inFlight == null && mbarriers == null) {
            return false;
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            long offset = offsets[Integer.numberOfTrailingZeros(rest)];
            if ((inFlight != null && inFlight.writer(offset, bytes) != null)
                    || (mbarriers != null && mbarriers.meets(offset, bytes))) {
                return true;
            }
        }
        return false;
    }

    private InFlightCells inFlight() {
        if (inFlight == null) {
            inFlight = new InFlightCells(size);
        }
        return inFlight;
    }

    /** A copy begins to read: a read at the issue, and one that lasts until the completion. */
    Conflict beginCopyFrom(AsyncCopy copy, long offset, int bytes) {
        Conflict conflict = read(copy.thread, copy.instruction, offset, bytes);
        inFlight().beginRead(copy, offset);
        return conflict;
    }

    /**
     * The read of a copy ends: it is one by {@code actor} at its present too. What conflicted with
     * it in flight has been reported.
     */
    void endCopyFrom(AsyncCopy copy, int actor, long offset, int bytes) {
        inFlight.endRead(copy, offset);
        clocks.enter(actor);
        long warp = warpRecord(copy.instruction);
        int lane = clocks.currentLane();
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                chunk.addRead(i, warp, lane);
            }
        }
    }

    /** A copy begins to write: whatever is not ordered before the issue conflicts with it. */
    Conflict beginCopyTo(AsyncCopy copy, long offset, int bytes) {
        report.begin(copy.instruction);
        clocks.enter(copy.thread);
        count(offset, 1);
        meetOthers(offset, bytes, true);
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                chunk.checkAll(i, report);
            }
        }
        inFlight().beginWrite(copy, offset, bytes);
        return report.end();
    }

    /**
     * The write of a copy ends: it is one by {@code actor} at its present. What conflicted with it
     * in flight has been reported.
     */
    void endCopyTo(AsyncCopy copy, int actor, long offset, int bytes) {
        inFlight.endWrite(copy, offset, bytes);
        clocks.enter(actor);
        long warp = warpRecord(copy.instruction);
        int lane = clocks.currentLane();
        long end = offset + bytes;
        for (long at = offset; at < end; at = (at | CHUNK_MASK) + 1) {
            select(at, end, offset | bytes);
            for (int i = cell; i < cellLimit; i++) {
                chunk.addWrite(i, warp, lane);
            }
        }
    }

    /**
     * Takes the cells from {@code from} to {@code end}, or to the end of their chunk, in hand.
     *
     * @param extent has no bits below the alignment of the access
     */
    private void select(long from, long end, long extent) {
        if (from < 0 || end > size) {
            throw new IndexOutOfBoundsException("bytes " + from + " to " + end + " of " + size);
        }
        int index = (int) (from >>> CHUNK_SHIFT);
        chunk = chunks[index];
        if (chunk == null) {
            long offset = (long) index << CHUNK_SHIFT;
            int bytes = (int) Math.min(CHUNK_BYTES, size - offset);
            chunk = new ShadowChunk(clocks, offset, bytes, WORD_SHIFT);
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

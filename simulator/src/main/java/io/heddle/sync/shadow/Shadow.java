package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;
import io.heddle.sync.clock.HappensBefore;
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
public final class Shadow extends ShadowCells {
    /** Null until there is one. */
    OtherAccesses others;

    /** Null if accesses are not counted. */
    private final AccessCounter counter;

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
        super(clocks.current(), size);
        counter = counted ? new AccessCounter(size) : null;
    }

    /** Another one, of accesses that are not counted. */
    Shadow(CurrentThread current, long size) {
        super(current, size);
        counter = null;
    }

    /** Counts of the accesses so far; none if they are not counted. */
    public AccessCounts counts() {
        return counter == null
                ? AccessCounts.NONE
                : counter.counts(chunks, others == null ? null : others.conditionalOrNull());
    }

    /** Counts accesses that begin at {@code offset}. */
    private void count(long offset, int accesses) {
        if (counter != null) {
            counter.count(offset, accesses);
        }
    }

    /** Records a read; returns a new conflict or null. */
    public Conflict read(int thread, int instruction, long offset, int bytes) {
        report.begin(instruction);
        current.enter(thread);
        count(offset, 1);
        meetOthers(Access.Sort.READ, offset, bytes);
        readCells(warpRecord(instruction), current.lane(), offset, bytes);
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
        if (alone && lanes != 0 && current.enterWarp(warpThread, lanes)) {
            readTogether(warpThread, lanes, warpRecord(instruction), offsets, bytes);
        } else {
            for (int rest = lanes; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                current.enter(warpThread + lane);
                count(offsets[lane], 1);
                meetOthers(Access.Sort.READ, offsets[lane], bytes);
                readCells(warpRecord(instruction), lane, offsets[lane], bytes);
                report.endLane();
            }
        }
        return report.endLanes();
    }

    /**
     * True if neighbouring lanes access neighbouring bytes, which are in one chunk and not being
     * copied; selects the cells then.
     */
    private boolean selectRun(int lanes, long[] offsets, int bytes) {
        int first = Integer.numberOfTrailingZeros(lanes);
        int last = 31 - Integer.numberOfLeadingZeros(lanes);
        long start = offsets[first];
        long end = start + (long) (last - first + 1) * bytes;
        if ((others != null && others.mayMeet(start, end - start))
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

    /** Records accesses to neighbouring bytes at once, unless they are no run or race. */
    private boolean accessRun(
            int warpThread,
            int lanes,
            long warp,
            long[] offsets,
            int bytes,
            boolean write,
            WrittenBytes values) {
        if (!selectRun(lanes, offsets, bytes)) {
            return false;
        }
        int first = Integer.numberOfTrailingZeros(lanes);
        int thread = warpThread + first;
        int count = cellLimit - cell;
        int shift = Integer.numberOfTrailingZeros(bytes >> chunk.shift());
        boolean recorded =
                write
                        ? chunk.writeRun(cell, count, shift, thread, warp, first, values)
                        : chunk.readRun(cell, count, shift, thread, warp, first);
        if (recorded && counter != null) {
            counter.countRun(offsets[first], Integer.bitCount(lanes), bytes);
        }
        return recorded;
    }

    /** Neighbouring lanes that read the same address are recorded at once unless they race. */
    private void readTogether(int warpThread, int lanes, long warp, long[] offsets, int bytes) {
        if (accessRun(warpThread, lanes, warp, offsets, bytes, false, null)) {
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
            current.enterLane(warpThread + lane);
            count(offset, Integer.bitCount(group));
            if (group == 1 << lane) {
                readCells(warp, lane, offset, bytes);
                report.endLane();
            } else if (!readCellsTogether(warpThread, warp, group, offset, bytes)) {
                for (int racing = group; racing != 0; racing &= racing - 1) {
                    int one = Integer.numberOfTrailingZeros(racing);
                    current.enterLane(warpThread + one);
                    readCells(warp, one, offset, bytes);
                    report.endLane();
                }
            }
        }
    }

    /**
     * Records a read through the non-coherent cache ({@code ld.global.nc}), which conflicts with
     * any write of the launch, even an ordered one; returns a new conflict or null.
     */
    public Conflict readNonCoherent(int thread, int instruction, long offset, int bytes) {
        report.begin(instruction);
        current.enter(thread);
        meetOthers(Access.Sort.NON_COHERENT_READ, offset, bytes);
        readNonCoherentCells(thread, instruction, offset, bytes);
        return report.end();
    }

    /** {@link #readNonCoherent} by several lanes of a warp, as in {@link #readWarp}. */
    public List<Conflict> readNonCoherentWarp(
            int warpThread, int lanes, int instruction, long[] offsets, int bytes) {
        int open = others == null ? marks.without(lanes, offsets, bytes) : lanes;
        report.begin(instruction);
        long last = -1;
        for (int rest = open; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if (offsets[lane] != last) { // one reader of a cell stands for all if it does not race
                current.enter(warpThread + lane);
                meetOthers(Access.Sort.NON_COHERENT_READ, offsets[lane], bytes);
                readNonCoherentCells(warpThread + lane, instruction, offsets[lane], bytes);
                last = report.hasMet() ? -1 : offsets[lane];
                report.endLane();
            }
        }
        return report.endLanes();
    }

    /**
     * Records a write; returns a new conflict or null.
     *
     * @param values what it writes, or null if that is not known
     */
    public Conflict write(
            int thread, int instruction, long offset, int bytes, WrittenBytes values) {
        report.begin(instruction);
        current.enter(thread);
        count(offset, 1);
        meetOthers(Access.Sort.WRITE, offset, bytes, current.lane(), values);
        writeCells(warpRecord(instruction), current.lane(), offset, bytes, values);
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
        boolean together = lanes != 0 && current.enterWarp(warpThread, lanes);
        long warp = together ? warpRecord(instruction) : 0;
        if (together && accessRun(warpThread, lanes, warp, offsets, bytes, true, values)) {
            return report.endLanes();
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if (together) {
                current.enterLane(warpThread + lane);
            } else {
                current.enter(warpThread + lane);
                warp = warpRecord(instruction);
            }
            count(offsets[lane], 1);
            meetOthers(Access.Sort.WRITE, offsets[lane], bytes, lane, values);
            writeCells(warp, lane, offsets[lane], bytes, values);
            report.endLane();
        }
        return report.endLanes();
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
        current.enter(thread);
        count(offset, 1);
        if (others != null) {
            others.report(
                    Access.atomic(
                            Access.ALWAYS, thread, instruction, offset, bytes, kind, ctaScope),
                    report);
        }
        atomicCells(warpRecord(instruction), current.lane(), offset, bytes, kind, ctaScope);
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
        boolean several = (lanes & (lanes - 1)) != 0 && current.enterWarp(warpThread, lanes);
        count(offset, 1);
        meetOthersTogether(Access.Sort.READ, warpThread, lanes, offset, bytes);
        if (!several
                || !readCellsTogether(warpThread, warpRecord(instruction), lanes, offset, bytes)) {
            for (int rest = lanes; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                current.enter(warpThread + lane);
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
        boolean alike = current.enterWarp(warpThread, lanes);
        count(offset, 1);
        meetOthersTogether(Access.Sort.WRITE, warpThread, lanes, offset, bytes);
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

    // ---------------------------------------------------------------- conditions

    /**
     * Records accesses that are made under conditions, those of one instruction and perhaps of
     * several lanes that make one access together. Returns their conflicts, linked, or null: with
     * each access that is certainly made, and under each other condition, until one such conflict
     * of the two instructions is {@linkplain #settle settled}.
     */
    public Conflict accessUnder(List<Access> accesses) {
        report.beginConditional(accesses.get(0).instruction());
        for (Access a : accesses) {
            if (a.sort() == Access.Sort.ATOMIC) {
                report.setAtomic();
            }
            current.enter(a.thread());
            if (others != null) {
                others.report(a, report);
            }
            long end = a.offset() + a.bytes();
            for (long at = a.offset(); at < end; at = (at | CHUNK_MASK) + 1) {
                select(at, end, a.offset() | a.bytes());
                for (int i = cell; i < cellLimit; i++) {
                    chunk.check(i, a, report);
                }
            }
        }
        count(accesses.get(0).offset(), 1);
        for (Access a : accesses) {
            current.enter(a.thread());
            others().conditional().add(a);
        }
        return report.end();
    }

    /** Both accesses of a conflict of the last instruction can be made on one input. */
    public void settle(Conflict shown) {
        report.settle(shown);
    }

    /** True if another conflict like one of the last instruction has been settled. */
    public boolean isSettled(Conflict conflict) {
        return report.isSettled(conflict);
    }

    // ---------------------------------------------------------------- mbarriers

    /**
     * An operation on an mbarrier: it reads its bytes or, where it makes or ends it, writes them.
     */
    public Conflict mbarrier(int thread, int instruction, long offset, int bytes, boolean write) {
        report.begin(instruction);
        current.enter(thread);
        count(offset, 1);
        if (others != null) {
            others.reportMbarrier(
                    write
                            ? Access.write(Access.ALWAYS, thread, instruction, offset, bytes)
                            : Access.read(Access.ALWAYS, thread, instruction, offset, bytes),
                    report);
        }
        if (write) {
            writeCells(warpRecord(instruction), current.lane(), offset, bytes, null);
        } else {
            readCells(warpRecord(instruction), current.lane(), offset, bytes);
        }
        return report.end();
    }

    /** An mbarrier begins to live in the 8 bytes at {@code offset}. */
    public void beginMbarrier(int thread, int instruction, long offset) {
        others().mbarriers().add(offset, thread, instruction);
    }

    /** The mbarrier at {@code offset} ends. */
    public void endMbarrier(long offset) {
        others().mbarriers().remove(offset);
    }

    // ---------------------------------------------------------------- asynchronous copies

    private OtherAccesses others() {
        if (others == null) {
            others = new OtherAccesses(current, size);
        }
        return others;
    }

    private void meetOthers(Access.Sort sort, long offset, int bytes) {
        meetOthers(sort, offset, bytes, 0, null);
    }

    private void meetOthers(
            Access.Sort sort, long offset, int bytes, int lane, WrittenBytes values) {
        if (others != null) {
            int i = report.instruction();
            int thread = current.number();
            others.report(
                    new Access(
                            sort, Access.ALWAYS, thread, i, offset, bytes, 0, false, values, lane),
                    report);
        }
    }

    /** As {@link #meetOthers}, of each of some lanes; the first of them is the current thread. */
    private void meetOthersTogether(
            Access.Sort sort, int warpThread, int lanes, long offset, int bytes) {
        for (int rest = others != null ? lanes : 0; rest != 0; rest &= rest - 1) {
            current.enter(warpThread + Integer.numberOfTrailingZeros(rest));
            meetOthers(sort, offset, bytes);
        }
        current.enter(warpThread + Integer.numberOfTrailingZeros(lanes));
    }

    /** True if one of the bytes that lanes access is being copied to, or has to be looked at. */
    private boolean meetsOthers(int lanes, long[] offsets, int bytes) {
        for (int rest = others != null ? lanes : 0; rest != 0; rest &= rest - 1) {
            if (others.meets(offsets[Integer.numberOfTrailingZeros(rest)], bytes)) {
                return true;
            }
        }
        return false;
    }

    /** A copy begins to read: a read at the issue, and one that lasts until the completion. */
    Conflict beginCopyFrom(AsyncCopy copy, long offset, int bytes) {
        Conflict conflict = read(copy.thread, copy.instruction, offset, bytes);
        others().inFlight().beginRead(copy, offset);
        return conflict;
    }

    /**
     * The read of a copy ends: it is one by {@code actor} at its present too. What conflicted with
     * it in flight has been reported.
     */
    void endCopyFrom(AsyncCopy copy, int actor, long offset, int bytes) {
        others().inFlight().endRead(copy, offset);
        current.enter(actor);
        addToCells(warpRecord(copy.instruction), current.lane(), offset, bytes, false);
    }

    /** A copy begins to write: whatever is not ordered before the issue conflicts with it. */
    Conflict beginCopyTo(AsyncCopy copy, long offset, int bytes) {
        report.begin(copy.instruction);
        current.enter(copy.thread);
        count(offset, 1);
        meetOthers(Access.Sort.WRITE, offset, bytes);
        checkCells(offset, bytes);
        others().inFlight().beginWrite(copy, offset, bytes);
        return report.end();
    }

    /**
     * The write of a copy ends: it is one by {@code actor} at its present. What conflicted with it
     * in flight has been reported.
     */
    void endCopyTo(AsyncCopy copy, int actor, long offset, int bytes) {
        others().inFlight().endWrite(copy, offset, bytes);
        current.enter(actor);
        addToCells(warpRecord(copy.instruction), current.lane(), offset, bytes, true);
    }
}

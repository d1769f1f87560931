package io.heddle.sync;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * The accesses of one memory object (a shared array of one CTA, a global tensor over all CTAs),
 * byte by byte, as far as later accesses could race with them.
 *
 * <p>Two accesses conflict if they overlap, one of them writes, and they are not both accumulations
 * of one kind; a conflict of unordered accesses is a race, whatever their volatile, relaxed or
 * scope qualifiers. An access that conflicts with no earlier one gets null; one that does gets one
 * of the conflicts that has not been returned before for the same two instructions, or null if
 * there is none. A racing access is recorded like any other, so that later accesses are judged
 * rightly; only atomics of different kinds count as plain writes for each other once they have met.
 *
 * <p>Constant time for each cell if threads synchronise over whole CTAs only (the idea is
 * FastTrack's: Flanagan and Freund, PLDI 2009); otherwise up to the number of unordered accesses.
 */
public final class Shadow {
    private static final int CHUNK_SHIFT = 14;
    private static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;
    private static final int CHUNK_MASK = CHUNK_BYTES - 1;
    private static final int WORD_SHIFT = 2;

    private final HappensBefore clocks;
    private final long bytes;
    private final ShadowChunk[] chunks;
    private final Report report;

    /**
     * An object nobody has accessed.
     *
     * @param bytes its size, less than 2^45
     */
    public Shadow(HappensBefore clocks, long bytes) {
        this.clocks = clocks;
        this.bytes = bytes;
        chunks = new ShadowChunk[Math.toIntExact((bytes + CHUNK_MASK) >> CHUNK_SHIFT)];
        report = new Report(clocks);
    }

    /** Records a read; returns a new conflict or null. */
    public Conflict read(int thread, int instruction, long offset, int bytes) {
        long record = begin(thread, instruction, offset, bytes);
        for (long at = offset, end = offset + bytes; at < end; ) {
            ShadowChunk chunk = chunk(at, offset | bytes);
            int shift = chunk.shift();
            int to = cellLimit(at, end, shift);
            for (int cell = (int) (at & CHUNK_MASK) >> shift; cell < to; cell++) {
                chunk.read(cell, record, report);
            }
            at = nextChunk(at);
        }
        return report.conflict;
    }

    /**
     * Records a read through the non-coherent cache ({@code ld.global.nc}), which conflicts with
     * any write of the launch, even an ordered one; returns a new conflict or null.
     */
    public Conflict readNonCoherent(int thread, int instruction, long offset, int bytes) {
        Conflict conflict = read(thread, instruction, offset, bytes);
        long record = begin(thread, instruction, offset, bytes);
        for (long at = offset, end = offset + bytes; at < end; ) {
            ShadowChunk chunk = chunk(at, offset | bytes);
            int shift = chunk.shift();
            int to = cellLimit(at, end, shift);
            for (int cell = (int) (at & CHUNK_MASK) >> shift; cell < to; cell++) {
                chunk.readNonCoherent(cell, record, report);
            }
            at = nextChunk(at);
        }
        return conflict != null ? conflict : report.conflict;
    }

    /**
     * Records a write; returns a new conflict or null.
     *
     * @param valueTag equal for equal bit patterns of {@code bytes} bytes, 0 if not known
     */
    public Conflict write(int thread, int instruction, long offset, int bytes, int valueTag) {
        long record = begin(thread, instruction, offset, bytes);
        long value = valueTag == 0 ? 0 : (long) valueTag << Byte.SIZE | (bytes & 0xff);
        for (long at = offset, end = offset + bytes; at < end; ) {
            ShadowChunk chunk = chunk(at, offset | bytes);
            int shift = chunk.shift();
            int to = cellLimit(at, end, shift);
            for (int cell = (int) (at & CHUNK_MASK) >> shift; cell < to; cell++) {
                chunk.write(cell, record, value, report);
            }
            at = nextChunk(at);
        }
        return report.conflict;
    }

    /**
     * Records an atomic; returns a new conflict or null.
     *
     * @param kind operation and type, not negative: equal for operations that commute
     * @param accumulation its result is not used, and atomics of this kind commute (never exch,
     *     cas, inc, dec)
     * @param ctaScope it has CTA scope: it races with atomics of other CTAs
     */
    public Conflict atomic(
            int thread,
            int instruction,
            long offset,
            int bytes,
            int kind,
            boolean accumulation,
            boolean ctaScope) {
        long record = begin(thread, instruction, offset, bytes);
        report.atomics.set(instruction);
        int extentKind = accumulation ? kind << Byte.SIZE | (bytes & 0xff) : -1;
        for (long at = offset, end = offset + bytes; at < end; ) {
            ShadowChunk chunk = chunk(at, offset | bytes);
            int shift = chunk.shift();
            int to = cellLimit(at, end, shift);
            for (int cell = (int) (at & CHUNK_MASK) >> shift; cell < to; cell++) {
                chunk.atomic(cell, record, extentKind, ctaScope, report);
            }
            at = nextChunk(at);
        }
        return report.conflict;
    }

    /**
     * Reads by several lanes of a warp at one instruction: lane l, if in {@code lanes}, is thread
     * {@code warpThread + l} and accesses {@code offsets[l]}. Returns the gravest new conflict or
     * null.
     */
    public Conflict readWarp(
            int warpThread, int lanes, int instruction, long[] offsets, int bytes) {
        Conflict worst = null;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            worst = worse(worst, read(warpThread + lane, instruction, offsets[lane], bytes));
        }
        return worst;
    }

    /** As {@link #readWarp}, writes; {@code valueTags} may be null: none known. */
    public Conflict writeWarp(
            int warpThread,
            int lanes,
            int instruction,
            long[] offsets,
            int bytes,
            int[] valueTags) {
        Conflict worst = null;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int tag = valueTags == null ? 0 : valueTags[lane];
            worst = worse(worst, write(warpThread + lane, instruction, offsets[lane], bytes, tag));
        }
        return worst;
    }

    private static Conflict worse(Conflict a, Conflict b) {
        return a == null || (b != null && b.outweighs(a)) ? b : a;
    }

    private long begin(int thread, int instruction, long offset, int accessBytes) {
        if (offset < 0 || accessBytes < 1 || offset + accessBytes > bytes) {
            throw new IndexOutOfBoundsException(
                    accessBytes + " bytes at " + offset + " of " + bytes);
        }
        clocks.enter(thread);
        report.begin(thread, instruction);
        return clocks.record(instruction);
    }

    private ShadowChunk chunk(long offset, long extent) {
        int index = (int) (offset >>> CHUNK_SHIFT);
        ShadowChunk chunk = chunks[index];
        if (chunk == null) {
            int size = (int) Math.min(CHUNK_BYTES, bytes - ((long) index << CHUNK_SHIFT));
            chunk = new ShadowChunk(clocks, size, WORD_SHIFT);
            chunks[index] = chunk;
        }
        if ((extent & ((1 << chunk.shift()) - 1)) != 0) {
            chunk.fit(extent);
        }
        report.place(offset & ~CHUNK_MASK, chunk.shift());
        return chunk;
    }

    private static int cellLimit(long at, long end, int shift) {
        long limit = Math.min(end, nextChunk(at));
        return (int) (limit - (at & ~CHUNK_MASK)) >> shift;
    }

    private static long nextChunk(long at) {
        return (at | CHUNK_MASK) + 1;
    }

    /** Collects the gravest conflict of one access that has not been returned before. */
    static final class Report {
        private final HappensBefore clocks;
        private final Set<Reported> reported = new HashSet<>();
        private final BitSet atomics = new BitSet();
        private int thread;
        private int instruction;
        private long chunkOffset;
        private int shift;
        private Conflict conflict;

        private record Reported(int instruction, Conflict sort) {}

        Report(HappensBefore clocks) {
            this.clocks = clocks;
        }

        private void begin(int accessThread, int accessInstruction) {
            thread = accessThread;
            instruction = accessInstruction;
            conflict = null;
        }

        private void place(long offset, int cellShift) {
            chunkOffset = offset;
            shift = cellShift;
        }

        /** Reports a conflict with an earlier read, if there is one. */
        void read(long record, int cell) {
            if (record != 0) {
                add(record, cell, false, false, false);
            }
        }

        /** Reports a conflict with an earlier write, if there is one. */
        void write(long record, int cell, boolean sameValue) {
            if (record != 0) {
                add(record, cell, true, false, sameValue);
            }
        }

        /** Reports a conflict with an earlier atomic, if there is one. */
        void atomic(long record, int cell, boolean bothAtomic) {
            if (record != 0) {
                add(record, cell, true, bothAtomic, false);
            }
        }

        private void add(
                long record, int cell, boolean write, boolean bothAtomic, boolean sameValue) {
            int other = clocks.instruction(record);
            boolean atomic = bothAtomic || (atomics.get(other) && atomics.get(instruction));
            Conflict found =
                    new Conflict(
                            thread,
                            clocks.thread(record),
                            other,
                            write,
                            atomic,
                            sameValue,
                            chunkOffset + ((long) cell << shift));
            if (conflict != null && !found.outweighs(conflict)) {
                return;
            }
            Conflict sort = new Conflict(0, 0, other, write, atomic, sameValue, 0);
            if (reported.add(new Reported(instruction, sort))) {
                conflict = found;
            }
        }
    }
}

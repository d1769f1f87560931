package io.heddle.sync.clock;

/**
 * How accesses of one launch are written down. A <em>record</em> packs stamp, thread and
 * instruction in a positive long, stamp on top, so that records of one CTA are below a stamp if and
 * only if they compare so; 0 is no access. How the bits are shared out depends on the launch.
 *
 * <p>The number of a CTA's agent, which stands for asynchronous copies that no thread waits for, is
 * {@code threads + cta}.
 */
class AccessRecords {
    final int threads;
    final int threadsPerCta;
    private final int instructionBits;
    private final int stampShift;

    /**
     * @param threads of the launch
     * @param threadsPerCta threads of a CTA
     * @param instructions instruction indices are below this
     */
    AccessRecords(int threads, int threadsPerCta, int instructions) {
        this.threads = threads;
        this.threadsPerCta = threadsPerCta;
        instructionBits = bits(instructions);
        stampShift = instructionBits + bits(threads + threads / threadsPerCta);
    }

    private static int bits(int values) {
        return 32 - Integer.numberOfLeadingZeros(Math.max(1, values - 1));
    }

    /** The greatest stamp of which there are records. */
    final int maxStamp() {
        return (int) Math.min(Integer.MAX_VALUE, (1L << (63 - stampShift)) - 1);
    }

    /** The record of an access. */
    public final long record(int stamp, int thread, int instruction) {
        return atStamp(stamp) | (long) thread << instructionBits | instruction;
    }

    /** The least record of a stamp. */
    final long atStamp(int stamp) {
        return (long) stamp << stampShift;
    }

    /** The thread of a record. */
    public final int thread(long record) {
        return (int) ((record & ((1L << stampShift) - 1)) >>> instructionBits);
    }

    /** The instruction of a record. */
    public final int instruction(long record) {
        return (int) (record & ((1L << instructionBits) - 1));
    }

    /** The stamp of a record. */
    public final int stampOf(long record) {
        return (int) (record >>> stampShift);
    }

    /** True if both records are of one CTA. */
    public final boolean isSameCta(long record, long other) {
        return ctaOf(thread(record)) == ctaOf(thread(other));
    }

    /** True if both are threads of one warp, or one of them is no thread but an agent. */
    public final boolean isSameWarp(int thread, int other) {
        return thread >= threads
                || other >= threads
                || (ctaOf(thread) == ctaOf(other)
                        && thread % threadsPerCta >> HappensBefore.WARP_SHIFT
                                == other % threadsPerCta >> HappensBefore.WARP_SHIFT);
    }

    private int ctaOf(int thread) {
        return thread < threads ? thread / threadsPerCta : thread - threads;
    }

    /** The record of the same stamp and instruction by the thread {@code lanes} further on. */
    public final long moveLane(long record, int lanes) {
        return record + ((long) lanes << instructionBits);
    }
}

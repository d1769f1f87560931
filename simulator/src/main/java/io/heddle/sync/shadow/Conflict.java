package io.heddle.sync.shadow;

/**
 * Two accesses of overlapping memory, at least one of which writes, neither of which happens before
 * the other.
 *
 * @param thread whose access met the conflict
 * @param otherThread whose access came earlier in this execution
 * @param otherInstruction the earlier access's instruction
 * @param otherWrite whether the earlier access wrote (atomics write)
 * @param bothAtomic both are atomics, of different operations, types or extents: the outcome
 *     depends on their order
 * @param sameValue both are plain writes of the same value
 * @param inFlight the earlier access is that of an asynchronous copy which is not complete
 * @param offset of the first byte in conflict, in the memory object
 * @param ofMbarrier no race: the bytes are those of an mbarrier that the other thread initialised,
 *     which only mbarrier operations may access
 * @param otherCondition the condition of the earlier access, {@link Access#ALWAYS}, or {@link
 *     #UNEXAMINED}
 * @param next another conflict of the same access, or null
 */
public record Conflict(
        int thread,
        int otherThread,
        int otherInstruction,
        boolean otherWrite,
        boolean bothAtomic,
        boolean sameValue,
        boolean inFlight,
        long offset,
        boolean ofMbarrier,
        int otherCondition,
        Conflict next) {
    /**
     * In place of a condition: too many accesses of the bytes are under conditions, and whether
     * those of these two can both hold is not known.
     */
    static final int UNEXAMINED = -2;

    /** A conflict with an access that is certainly made. */
    Conflict(
            int thread,
            int otherThread,
            int otherInstruction,
            boolean otherWrite,
            boolean bothAtomic,
            boolean sameValue,
            boolean inFlight,
            long offset,
            boolean ofMbarrier) {
        this(
                thread,
                otherThread,
                otherInstruction,
                otherWrite,
                bothAtomic,
                sameValue,
                inFlight,
                offset,
                ofMbarrier,
                Access.ALWAYS,
                null);
    }

    /** True if it is not known whether both accesses can be made on one input. */
    public boolean unexamined() {
        return otherCondition == UNEXAMINED;
    }

    /** This conflict with an earlier access under a condition. */
    Conflict under(int condition) {
        return with(condition, next);
    }

    /** This conflict and other ones of the same access. */
    Conflict and(Conflict others) {
        return with(otherCondition, others);
    }

    private Conflict with(int condition, Conflict others) {
        return new Conflict(
                thread,
                otherThread,
                otherInstruction,
                otherWrite,
                bothAtomic,
                sameValue,
                inFlight,
                offset,
                ofMbarrier,
                condition,
                others);
    }

    /**
     * True if this conflict is to be reported rather than {@code other}, which some option accepts.
     */
    boolean outweighs(Conflict other) {
        return weight() > other.weight();
    }

    private int weight() {
        if (ofMbarrier) {
            return 3;
        }
        if (sameValue) {
            return 0;
        }
        return bothAtomic ? 1 : 2;
    }
}

package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;

/**
 * What else there is in one memory object than plain accesses: bytes that asynchronous copies read
 * or write, mbarriers, and accesses under conditions. Each later access has to be held against it.
 */
final class OtherAccesses {
    private final CurrentThread current;
    private final long size;

    // Each null until there is one.
    private InFlightCells inFlight;
    private MbarrierPlaces mbarriers;
    private ConditionalAccesses conditional;

    /**
     * None yet.
     *
     * @param size of the object in bytes
     */
    OtherAccesses(CurrentThread current, long size) {
        this.current = current;
        this.size = size;
    }

    /** What copies access. */
    InFlightCells inFlight() {
        if (inFlight == null) {
            inFlight = new InFlightCells(size);
        }
        return inFlight;
    }

    /** Where mbarriers are. */
    MbarrierPlaces mbarriers() {
        if (mbarriers == null) {
            mbarriers = new MbarrierPlaces();
        }
        return mbarriers;
    }

    /** What is accessed under conditions. */
    ConditionalAccesses conditional() {
        if (conditional == null) {
            conditional = new ConditionalAccesses(current, size);
        }
        return conditional;
    }

    /** What copies access, or null. */
    InFlightCells inFlightOrNull() {
        return inFlight;
    }

    /** What is accessed under conditions, or null. */
    ConditionalAccesses conditionalOrNull() {
        return conditional;
    }

    /**
     * Reports a copy in flight that an access by the current thread conflicts with, an mbarrier
     * that it touches, and what conflicts with it under a condition.
     */
    void report(Access now, ConflictReport report) {
        if (inFlight != null) {
            inFlight.report(now.offset(), now.bytes(), now.writes(), report);
        }
        if (mbarriers != null) {
            mbarriers.report(now.offset(), now.bytes(), report);
        }
        if (conditional != null) {
            conditional.report(now, report);
        }
    }

    /** As {@link #report}, of an operation on an mbarrier, which may touch it. */
    void reportMbarrier(Access now, ConflictReport report) {
        if (inFlight != null) {
            inFlight.report(now.offset(), now.bytes(), now.writes(), report);
        }
        if (conditional != null) {
            conditional.report(now, report);
        }
    }

    /** True if there is something in the bytes, or a copy was ever in flight. */
    boolean mayMeet(long offset, long bytes) {
        return inFlight != null
                || mbarriers != null && mbarriers.meets(offset, bytes)
                || conditional != null && conditional.meets(offset, bytes);
    }

    /** True if some of the bytes are being copied to, or have to be looked at. */
    boolean meets(long offset, int bytes) {
        return inFlight != null && inFlight.writer(offset, bytes) != null
                || mbarriers != null && mbarriers.meets(offset, bytes)
                || conditional != null && conditional.meets(offset, bytes);
    }
}

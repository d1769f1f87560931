package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects, for each thread that executes an instruction, the most serious conflict that has not
 * been returned before. One of threads of different warps is returned even if one of its sort
 * within a warp has been: users believe it sooner.
 */
final class ConflictReport {
    private final CurrentThread current;
    private final Set<Returned> returned = new HashSet<>();

    /** Those of {@link #returned} that were between threads of different warps. */
    private final Set<Returned> returnedAcross = new HashSet<>();

    /** Instructions that are atomics. */
    private final BitSet atomics = new BitSet();

    private int instruction;

    /** Whether the current access is unconditional. */
    private boolean certain;

    private Conflict gravest;

    /** Conflicts of which one access is made under a condition. */
    private final List<Conflict> conditional = new ArrayList<>();

    /** Whether the current thread has a conflict, returned before or not. */
    private boolean met;

    /** The conflicts of the previous lanes, or null. */
    private List<Conflict> ofLanes;

    /** Conflicts of one sort between two instructions are returned once. */
    private record Returned(
            int instruction,
            int otherInstruction,
            boolean otherWrite,
            boolean bothAtomic,
            boolean sameValue,
            boolean inFlight,
            boolean ofMbarrier) {}

    ConflictReport(CurrentThread current) {
        this.current = current;
    }

    /** A thread begins an instruction, or several lanes of a warp do. */
    void begin(int newInstruction) {
        instruction = newInstruction;
        certain = true;
        gravest = null;
        conditional.clear();
        ofLanes = null;
        met = false;
    }

    /** As {@link #begin}, where the thread may not execute the instruction. */
    void beginConditional(int newInstruction) {
        begin(newInstruction);
        certain = false;
    }

    /** The instruction that has begun. */
    int instruction() {
        return instruction;
    }

    /** The instruction that has begun is an atomic. */
    void setAtomic() {
        atomics.set(instruction);
    }

    /** The result for the one thread that has begun, or null. */
    Conflict end() {
        Conflict all = null;
        for (int i = conditional.size() - 1; i >= 0; i--) {
            all = conditional.get(i).and(all);
        }
        if (gravest == null) {
            return all;
        }
        settle(gravest);
        return all == null ? gravest : gravest.and(all);
    }

    /** A conflict under conditions has been shown: others of its sort need not be. */
    void settle(Conflict shown) {
        Returned sort = sort(shown);
        returned.add(sort);
        if (isAcrossWarps(shown)) {
            returnedAcross.add(sort);
        }
    }

    private boolean isAcrossWarps(Conflict conflict) {
        return !current.isSameWarp(conflict.thread(), conflict.otherThread());
    }

    /** True if a conflict of the sort has been returned, and this one is no clearer. */
    private boolean isReturned(Conflict conflict) {
        Returned sort = sort(conflict);
        return returned.contains(sort)
                && (returnedAcross.contains(sort) || !isAcrossWarps(conflict));
    }

    /** True if a conflict of the sort has been returned as certain, or settled. */
    boolean isSettled(Conflict conflict) {
        return returned.contains(sort(conflict));
    }

    /** True if the current thread has a conflict, returned before or not. */
    boolean hasMet() {
        return met;
    }

    /** One of several lanes has ended, and another may follow. */
    void endLane() {
        met = false;
        Conflict result = end();
        if (result != null) {
            if (ofLanes == null) {
                ofLanes = new ArrayList<>();
            }
            ofLanes.add(result);
            gravest = null;
            conditional.clear();
        }
    }

    /** The results for several lanes, in their order; none for a lane without a new conflict. */
    List<Conflict> endLanes() {
        return ofLanes == null ? List.of() : ofLanes;
    }

    /** Reports a conflict with an earlier read, if there is one. */
    void read(long record, ShadowChunk chunk, int cell) {
        if (record != 0) {
            add(record, chunk.offset(cell), false, false, false);
        }
    }

    /** Reports a conflict with an earlier write, if there is one. */
    void write(long record, ShadowChunk chunk, int cell, boolean sameValue) {
        if (record != 0) {
            int other =
                    current.instruction(record); // perhaps an atomic that met one of another kind
            boolean bothAtomic = atomics.get(other) && atomics.get(instruction);
            add(record, chunk.offset(cell), true, bothAtomic, sameValue);
        }
    }

    /**
     * Reports a conflict with an earlier atomic, if there is one.
     *
     * @param bothAtomic it is one of two kinds, not one of scope
     */
    void atomic(long record, ShadowChunk chunk, int cell, boolean bothAtomic) {
        if (record != 0) {
            add(record, chunk.offset(cell), true, bothAtomic, false);
        }
    }

    /**
     * Reports a conflict with an asynchronous copy in flight.
     *
     * @param offset of a byte in conflict
     * @param write whether the copy writes there
     */
    void inFlight(AsyncCopy copy, long offset, boolean write) {
        add(
                new Conflict(
                        current.number(),
                        copy.thread,
                        copy.instruction,
                        write,
                        false,
                        false,
                        true,
                        offset,
                        false));
    }

    /** Reports an access to bytes of an mbarrier that a thread initialised. */
    void mbarrier(int thread, int initialisation, long offset) {
        add(
                new Conflict(
                        current.number(),
                        thread,
                        initialisation,
                        true,
                        false,
                        false,
                        false,
                        offset,
                        true));
    }

    /** Reports a conflict with an earlier access under a condition. */
    void conditional(
            long record,
            int condition,
            long offset,
            boolean write,
            boolean bothAtomic,
            boolean sameValue) {
        met = true;
        addConditional(conflict(record, offset, write, bothAtomic, sameValue).under(condition));
    }

    /** Reports a conflict of accesses under conditions that are not looked at; null is none. */
    void unexamined(Conflict conflict) {
        if (conflict != null) {
            met = true;
            addConditional(conflict.under(Conflict.UNEXAMINED));
        }
    }

    private void add(
            long record, long offset, boolean write, boolean bothAtomic, boolean sameValue) {
        met = true;
        add(conflict(record, offset, write, bothAtomic, sameValue));
    }

    private Conflict conflict(
            long record, long offset, boolean write, boolean bothAtomic, boolean sameValue) {
        return new Conflict(
                current.number(),
                current.thread(record),
                current.instruction(record),
                write,
                bothAtomic,
                sameValue,
                false,
                offset,
                false);
    }

    private void add(Conflict found) {
        if (!certain) {
            addConditional(found);
        } else if ((gravest == null || found.outweighs(gravest)) && !isReturned(found)) {
            gravest = found;
        }
    }

    private void addConditional(Conflict found) {
        if (!isSettled(found)) {
            conditional.add(found);
        }
    }

    private Returned sort(Conflict conflict) {
        return new Returned(
                instruction,
                conflict.otherInstruction(),
                conflict.otherWrite(),
                conflict.bothAtomic(),
                conflict.sameValue(),
                conflict.inFlight(),
                conflict.ofMbarrier());
    }
}

package io.heddle.sync.barrier;

import io.heddle.sync.clock.ClockInvariants;
import io.heddle.sync.clock.HappensBefore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The 16 barriers and the warp barriers of one CTA, as state machines (PTX ISA, {@code bar}/{@code
 * barrier} and {@code bar.warp.sync}, for sm_70 and later, where threads arrive one by one; WEFT,
 * section 3).
 *
 * <p>The caller reports arrivals and exits, and must not run the lanes that {@link #waiting}
 * returns. Each completed generation is recorded in the {@link HappensBefore} clocks. Threads that
 * have exited count as arrived at barriers without a count and in warp masks, never at counted
 * barriers.
 *
 * <p>One execution stands for all only if the CTA is well-synchronised: each barrier instruction
 * belongs to the same generation in every schedule (WEFT, definition 6). It is so if and only if a
 * run ends without a fault and every thread that arrived for a generation of a barrier knew then,
 * by happens-before, that the generation before it had completed (WEFT, theorem 1). {@link
 * #arrive}, {@link #exit} and {@link #atEnd} report the faults, {@link #takeRecyclings} the
 * arrivals without that knowledge. Barriers over all live threads and warp barriers cannot be
 * recycled unsafely: whoever comes to the next generation has waited for this one. WEFT has no
 * generations in which no thread waits; such a generation has completed once each {@link Arrival}
 * at it has happened.
 *
 * <p>Lanes that arrive at an aligned barrier are held back until all live lanes of their warp have
 * come to the same instruction. Then they arrive as one. At other barriers each lane arrives for
 * itself, and counts as one. A {@link PartialWarp} counts as a full one at counted barriers.
 */
public final class Barriers {
    /** The count of a barrier instruction that has none: all threads of the CTA. */
    public static final int ALL = -1;

    /** Number of named barriers of a CTA. */
    public static final int NAMED = HappensBefore.NAMED;

    private static final int WARP = HappensBefore.WARP;

    private final HappensBefore clocks;
    private final int firstThread;
    private final int threads;
    private final NamedBarrier[] named = new NamedBarrier[NAMED];
    private final AlignedArrival[] aligned;
    private final List<WarpBarrier> warpBarriers = new ArrayList<>();
    private final int[] live;
    private final int[] waiting;

    /** By warp: how often lanes of it have arrived at a named barrier. */
    private final int[] turns;

    private final int[] trueVotes;
    private final int[] votes;
    private final List<BarrierFault> recyclings = new ArrayList<>();
    private final Set<Long> recyclingPlaces = new HashSet<>();
    private final Set<Integer> passedBy = new LinkedHashSet<>();
    private int liveThreads;
    private long generations;
    private Consumer<Generation> observer;

    // Scratch for generations.
    private final int[] arriving;
    private final int[] released;

    /** What a barrier instruction does. */
    public enum Operation {
        /** {@code bar.sync}: arrive and wait. */
        SYNC,
        /** {@code bar.arrive}: arrive only. */
        ARRIVE,
        /** {@code bar.red}: arrive and wait, and reduce a predicate. */
        RED
    }

    /**
     * One executed barrier instruction of some lanes of a warp.
     *
     * @param operation what it does
     * @param aligned true for {@code bar} and for {@code barrier.….aligned}
     * @param barrier 0 to 15
     * @param count of threads, or {@link Barriers#ALL}
     * @param instruction index
     * @param reducer of a reduction, else empty
     */
    public record Call(
            Operation operation,
            boolean aligned,
            int barrier,
            int count,
            int instruction,
            String reducer) {
        /** A call that reduces nothing, or by {@code popc}. */
        public Call(Operation operation, boolean aligned, int barrier, int count, int instruction) {
            this(
                    operation,
                    aligned,
                    barrier,
                    count,
                    instruction,
                    operation == Operation.RED ? "popc" : "");
        }
    }

    /**
     * All barriers unused, all threads live.
     *
     * @param cta index among the launch's CTAs
     */
    public Barriers(HappensBefore clocks, int cta) {
        this.clocks = clocks;
        threads = clocks.threadsPerCta();
        firstThread = cta * threads;
        liveThreads = threads;
        int warps = (threads + WARP - 1) / WARP;
        aligned = new AlignedArrival[warps];
        live = new int[warps];
        waiting = new int[warps];
        turns = new int[warps];
        for (int w = 0; w < warps; w++) {
            live[w] = lanesOf(w);
        }
        for (int id = 0; id < NAMED; id++) {
            named[id] = new NamedBarrier(id, threads);
        }
        trueVotes = new int[threads];
        votes = new int[threads];
        arriving = new int[threads];
        released = new int[threads];
    }

    /** Lanes of {@code warp} that exist. */
    private int lanesOf(int warp) {
        int count = Math.min(WARP, threads - warp * WARP);
        return count == WARP ? -1 : (1 << count) - 1;
    }

    /** Lanes of {@code warp} that wait at a barrier of any sort. */
    public int waiting(int warp) {
        return waiting[warp];
    }

    /** Lanes of {@code warp} that have not exited. */
    public int live(int warp) {
        return live[warp];
    }

    /** Number of generations of named barriers that have completed. */
    public long generations() {
        return generations;
    }

    /** The generations that some threads have arrived for, but not all. */
    public List<Generation> incomplete() {
        List<Generation> begun = new ArrayList<>();
        for (NamedBarrier barrier : named) {
            if (!barrier.isIdle()) {
                begun.add(barrier.toGeneration(firstThread / threads));
            }
        }
        return begun;
    }

    /** Calls {@code newObserver} with every generation that completes from now on. */
    public void observe(Consumer<Generation> newObserver) {
        observer = newObserver;
    }

    /**
     * Unsafe recyclings since the last call: arrivals that are not ordered after the completion of
     * the generation before theirs, so that in another schedule they belong to that one. Each pair
     * of instructions is reported once. The CTA can go on, but this run stands for no other.
     */
    public List<BarrierFault> takeRecyclings() {
        if (recyclings.isEmpty()) {
            return List.of();
        }
        List<BarrierFault> taken = List.copyOf(recyclings);
        recyclings.clear();
        return taken;
    }

    /**
     * Aligned barrier instructions, since the last call, that lanes of a warp have executed while
     * others of it exited without: PTX leaves that undefined.
     */
    public List<Integer> takePassedBy() {
        if (passedBy.isEmpty()) {
            return List.of();
        }
        List<Integer> taken = List.copyOf(passedBy);
        passedBy.clear();
        return taken;
    }

    /** In the last {@code bar.red} that thread {@code tid} left: threads with a true predicate. */
    public int trueVotes(int tid) {
        return trueVotes[tid];
    }

    /** In the last {@code bar.red} that thread {@code tid} left: threads that took part. */
    public int votes(int tid) {
        return votes[tid];
    }

    /**
     * Lanes of a warp execute a barrier instruction.
     *
     * @param lanes live lanes that do not wait
     * @param predicates for {@link Operation#RED}: lanes whose predicate is true
     * @return what is wrong, or null; after a fault the CTA must not go on
     */
    public BarrierFault arrive(int warp, int lanes, Call call, int predicates) {
        BarrierFault fault = BarrierDiagnosis.operands(warp, lanes, call);
        if (fault != null) {
            return fault;
        }
        waiting[warp] |= lanes;
        if (!call.aligned()) {
            return join(warp, lanes, call, predicates & lanes);
        }
        AlignedArrival held = aligned[warp];
        if (held != null && !held.call.equals(call)) {
            return BarrierDiagnosis.mismatch(warp, held, lanes, call);
        }
        if (held == null) {
            held = new AlignedArrival(call);
            aligned[warp] = held;
        }
        held.lanes |= lanes;
        held.predicates |= predicates & lanes;
        return joinAligned(warp);
    }

    /**
     * Lets the held lanes of a warp arrive once all its live lanes are there.
     *
     * @return what is wrong, or null
     */
    private BarrierFault joinAligned(int warp) {
        AlignedArrival held = aligned[warp];
        if (held == null || (live[warp] & ~held.lanes) != 0) {
            return null;
        }
        aligned[warp] = null;
        if ((lanesOf(warp) & ~held.lanes) != 0) {
            passedBy.add(held.call.instruction());
        }
        return join(warp, held.lanes, held.call, held.predicates);
    }

    /** Lanes arrive, held back no longer. */
    private BarrierFault join(int warp, int lanes, Call call, int predicates) {
        NamedBarrier barrier = named[call.barrier()];
        BarrierFault fault =
                barrier.isIdle()
                        ? null
                        : BarrierDiagnosis.disagreement(barrier, warp, lanes, call, threads);
        if (fault != null) {
            return fault;
        }
        checkRecycling(barrier, warp, lanes, call);
        barrier.add(warp, lanes, call, predicates, ++turns[warp]);
        if (call.operation() == Operation.ARRIVE) {
            waiting[warp] &= ~lanes;
            if (barrier.goneOn < 0) {
                barrier.goneOn = clocks.newObject();
            }
            int count = collect(arriving, 0, warp, lanes);
            barrier.goOn(new Arrival(clocks, Arrays.copyOf(arriving, count), call.aligned()));
            clocks.release(arriving, count, barrier.goneOn);
        }
        completeIfFull(barrier);
        return BarrierDiagnosis.tooMany(barrier, warp, lanes, call);
    }

    private void checkRecycling(NamedBarrier barrier, int warp, int lanes, Call call) {
        int unordered = barrier.generation() == 1 ? 0 : unordered(barrier, warp, lanes, call);
        if (unordered != 0
                && recyclingPlaces.add(
                        (long) barrier.lastInstruction() << Integer.SIZE | call.instruction())) {
            recyclings.add(BarrierDiagnosis.recycling(barrier, warp, unordered, call));
        }
    }

    /**
     * Those of {@code lanes} that are not ordered after the barrier's last generation. At an
     * aligned barrier, where the lanes arrive together, it is enough that one lane of the warp is.
     */
    private int unordered(NamedBarrier barrier, int warp, int lanes, Call call) {
        if (call.aligned()) {
            return isOver(barrier, warp, lanesOf(warp)) ? 0 : lanes;
        }
        int unordered = 0;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.lowestOneBit(rest);
            if (!isOver(barrier, warp, lane)) {
                unordered |= lane;
            }
        }
        return unordered;
    }

    /**
     * True if the barrier's last generation happens before the present of lanes that have come
     * together: what happened before the present of one of them is over for all. One in which
     * nobody waited has completed when all have arrived.
     */
    private boolean isOver(NamedBarrier barrier, int warp, int lanes) {
        int[] together = Arrays.copyOf(arriving, collect(arriving, 0, warp, lanes));
        return barrier.unawaited().isEmpty()
                ? Arrays.stream(together).anyMatch(t -> clocks.knowsCompletion(t, barrier.id))
                : barrier.unawaited().stream().allMatch(a -> a.isBefore(clocks, together));
    }

    private void completeIfFull(NamedBarrier barrier) {
        if (barrier.isIdle()) {
            return;
        }
        int count = barrier.count();
        if (barrier.counted() == (count == ALL ? liveThreads : count)) {
            complete(barrier);
        }
    }

    private void complete(NamedBarrier barrier) {
        int cta = firstThread / threads;
        generations++;
        if (observer != null) {
            observer.accept(barrier.toGeneration(cta));
        }
        if (barrier.waiters() == (barrier.count() == ALL ? liveThreads : threads)) {
            assert ClockInvariants.violation(clocks, cta).isEmpty()
                    : ClockInvariants.violation(clocks, cta);
            clocks.fullBarrier(cta);
        } else {
            int releases = 0;
            for (int w = 0; w < live.length; w++) {
                releases = collect(released, releases, w, barrier.waiting[w]);
            }
            clocks.completion(cta, barrier.id, released, releases, barrier.goneOn);
        }
        boolean reduction = barrier.first().operation() == Operation.RED;
        for (int w = 0; w < live.length; w++) {
            for (int rest = reduction ? barrier.waiting[w] : 0; rest != 0; rest &= rest - 1) {
                int tid = w * WARP + Integer.numberOfTrailingZeros(rest);
                trueVotes[tid] = barrier.trueVotes();
                votes[tid] = barrier.arrivals();
            }
            waiting[w] &= ~barrier.waiting[w];
        }
        barrier.reset();
    }

    private int collect(int[] list, int size, int warp, int lanes) {
        int at = size;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            list[at++] = firstThread + warp * WARP + Integer.numberOfTrailingZeros(rest);
        }
        return at;
    }

    /**
     * Lanes of a warp execute {@code bar.warp.sync}.
     *
     * @param lanes live lanes that do not wait
     * @param mask the member mask that they give
     * @return what is wrong, or null
     */
    public BarrierFault warpSync(int warp, int lanes, int mask, int instruction) {
        BarrierFault fault = BarrierDiagnosis.outsideMask(warp, lanes, mask, instruction);
        if (fault != null) {
            return fault;
        }
        waiting[warp] |= lanes;
        WarpBarrier barrier = null;
        for (WarpBarrier other : warpBarriers) {
            if (other.warp == warp && other.mask == mask) {
                barrier = other;
            }
        }
        if (barrier == null) {
            barrier = new WarpBarrier(warp, mask, instruction);
            warpBarriers.add(barrier);
        }
        barrier.arrived |= lanes;
        if (completeIfFull(barrier)) {
            warpBarriers.remove(barrier);
        }
        return null;
    }

    private boolean completeIfFull(WarpBarrier barrier) {
        int warp = barrier.warp;
        if ((barrier.mask & live[warp] & ~barrier.arrived) != 0) {
            return false;
        }
        int arrivals = collect(arriving, 0, warp, barrier.mask & lanesOf(warp));
        int releases = collect(released, 0, warp, barrier.arrived);
        clocks.generation(arriving, arrivals, released, releases);
        waiting[warp] &= ~barrier.arrived;
        return true;
    }

    /**
     * Lanes of a warp end. Barriers that waited only for them complete.
     *
     * @return what is wrong at an aligned barrier that the rest of the warp can now enter, or null
     */
    public BarrierFault exit(int warp, int lanes) {
        int ending = lanes & live[warp];
        live[warp] &= ~ending;
        liveThreads -= Integer.bitCount(ending);
        warpBarriers.removeIf(barrier -> barrier.warp == warp && completeIfFull(barrier));
        BarrierFault fault = joinAligned(warp);
        if (fault != null) {
            return fault;
        }
        for (NamedBarrier barrier : named) {
            if (!barrier.isIdle() && barrier.count() == ALL) {
                completeIfFull(barrier);
            }
        }
        return null;
    }

    /**
     * What is wrong when no thread can run any more: each has exited or waits. Null if all have
     * exited and no arrival is left over.
     *
     * @param forecast asked only if threads wait
     */
    public BarrierFault atEnd(ArrivalForecast forecast) {
        return liveThreads == 0
                ? BarrierDiagnosis.leftOver(named)
                : new Deadlock(named, warpBarriers, aligned, live, forecast).diagnose();
    }
}

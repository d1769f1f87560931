package io.heddle.machine;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.SharedLayout;
import io.heddle.sync.barrier.BarrierFault;
import io.heddle.sync.barrier.Barriers;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.shadow.AsyncCopies;
import io.heddle.sync.shadow.Shadow;
import io.heddle.sync.shadow.ShadowInvariants;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.ArrayList;
import java.util.List;

/** A CTA that executes: its warps, barriers, shared memory and thread-private memory. */
public final class Cta {
    private final Machine machine;
    private final int number;
    private final Dim3 coordinates;
    private final List<Dim3> allCoordinates;
    private final Warp[] warps;
    private final int[] atBarrier;
    private final Barriers barriers;
    private final BarrierReports reports;
    private final AsyncCopies copies;
    private final CtaMbarriers mbarriers;
    private final ThreadPrivateMemory locals;
    private final List<MemoryObject> sharedObjects = new ArrayList<>();
    private final int threads;

    /**
     * Makes a CTA, whose shared variables and warps begin to exist.
     *
     * @param number of the CTA among the executed ones
     * @param allCoordinates of the executed CTAs, in their order
     * @param shared where its shared variables lie
     */
    public Cta(Machine machine, int number, List<Dim3> allCoordinates, SharedLayout shared) {
        this.machine = machine;
        this.number = number;
        this.allCoordinates = allCoordinates;
        this.coordinates = allCoordinates.get(number);
        this.threads = (int) machine.launch().block().size();
        this.barriers = new Barriers(machine.clocks(), number);
        this.copies = new AsyncCopies(threads);
        this.reports = new BarrierReports(machine, number, barriers);
        this.locals = new ThreadPrivateMemory(number, threads, machine.program().locals);
        for (SharedLayout.Slot slot : shared.slots()) {
            MemoryObject object = sharedObject(slot);
            sharedObjects.add(object);
            machine.space().add(object);
        }
        int count = (threads + Warp.LANES - 1) / Warp.LANES;
        warps = new Warp[count];
        atBarrier = new int[count];
        mbarriers = new CtaMbarriers(machine, number, warps);
        for (int w = 0; w < count; w++) {
            warps[w] = newWarp(w);
        }
    }

    private MemoryObject sharedObject(SharedLayout.Slot slot) {
        return new MemoryObject(
                        slot.name(),
                        slot.address(),
                        slot.size(),
                        4,
                        true,
                        null,
                        (cell, read) ->
                                Value.whole(
                                        Tag.UNDEFINED,
                                        read.undefined(slot.name(), slot.name() + "+" + cell * 4),
                                        32),
                        new Shadow(machine.clocks(), slot.size(), true),
                        number)
                .promising(slot.alignment());
    }

    private Warp newWarp(int w) {
        int lanes = Math.min(Warp.LANES, threads - w * Warp.LANES);
        Warp warp = new Warp(machine, this, w, lanes == Warp.LANES ? -1 : (1 << lanes) - 1);
        Program program = machine.program();
        for (Program.Constant c : program.constants) {
            for (int lane = 0; lane < Warp.LANES; lane++) {
                warp.tags[c.register() * Warp.LANES + lane] = c.tag();
                warp.bits[c.register() * Warp.LANES + lane] = c.payload();
            }
        }
        for (Program.Special s : program.specials) {
            for (int lane = 0; lane < lanes; lane++) {
                warp.set(
                        s.register() * Warp.LANES + lane,
                        SpecialRegisters.value(
                                s.name(),
                                machine.launch(),
                                coordinates,
                                warp.thread(lane),
                                machine.store()));
            }
        }
        warp.start(program.entryPoints.get(program.entry.name()));
        return warp;
    }

    /** Number of the CTA among the executed ones. */
    public int number() {
        return number;
    }

    /** The asynchronous copies of its threads. */
    public AsyncCopies copies() {
        return copies;
    }

    /** The mbarriers in its shared memory. */
    public CtaMbarriers mbarriers() {
        return mbarriers;
    }

    /** The thread-private variables of its threads. */
    ThreadPrivateMemory locals() {
        return locals;
    }

    /** Number of its first thread, counted over all executed CTAs. */
    public int firstThread() {
        return number * threads;
    }

    /** The coordinates of an executed CTA in the grid, as {@code (x,y,z)}. */
    String coordinatesOf(int cta) {
        return "(" + allCoordinates.get(cta) + ")";
    }

    // ---------------------------------------------------------------- execution

    /** Runs all threads until they exit, and ends the run with a finding if some never can. */
    public void run(SharedLayout shared) {
        try {
            run();
        } finally {
            machine.counters().generations += barriers.generations();
            for (MemoryObject object : sharedObjects) {
                machine.counters().shared =
                        machine.counters().shared.plus(object.shadow().counts());
            }
        }
        for (MemoryObject object : sharedObjects) {
            assert ShadowInvariants.violation(object.shadow()).isEmpty()
                    : object.name() + ": " + ShadowInvariants.violation(object.shadow());
        }
        for (SharedLayout.Slot slot : shared.slots()) {
            machine.space().removeAt(slot.address());
        }
    }

    private void run() {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Warp warp : warps) {
                if (warp.canRun()) {
                    warp.run();
                    progress = true;
                }
            }
        }
        finish();
    }

    private void finish() {
        BarrierFault fault = barriers.atEnd(new ReachableArrivals(machine.program(), warps));
        mbarriers.reportAwaited();
        if (fault != null && !fault.waits().isEmpty()) {
            throw reports.fail(fault);
        }
        for (Warp warp : warps) {
            if (warp.meeting() != 0) {
                int lane = Integer.numberOfTrailingZeros(warp.meeting());
                Step step = machine.program().code[warp.pc(lane)];
                machine.report(
                        new Finding(
                                Finding.Kind.DEADLOCK,
                                machine.threadName(warp.thread(lane))
                                        + " waits at "
                                        + step.instruction().mnemonic()
                                        + " for lanes that never execute it",
                                Location.of(step.instruction()),
                                List.of(warp.thread(lane))),
                        "");
                throw new StopException();
            }
        }
        if (fault != null) {
            throw reports.fail(fault);
        }
    }

    /** Lanes arrive at a barrier of the CTA, and wait if it says so. */
    void arrive(Warp warp, int lanes, Barriers.Call call, int votes, BarrierStep step) {
        machine.counters().blockSyncs += Integer.bitCount(lanes);
        warp.block(lanes, step.index());
        atBarrier[warp.warpIndex()] |= lanes;
        BarrierFault fault = barriers.arrive(warp.warpIndex(), lanes, call, votes);
        reports.reportRecyclings();
        if (fault != null) {
            throw reports.fail(fault);
        }
        releaseAll();
    }

    /** Lanes arrive at {@code bar.warp.sync} and wait for {@code members}. */
    void warpSync(Warp warp, int lanes, int members, WarpBarrierStep step) {
        warp.block(lanes, step.index());
        atBarrier[warp.warpIndex()] |= lanes;
        BarrierFault fault = barriers.warpSync(warp.warpIndex(), lanes, members, step.index());
        if (fault != null) {
            throw reports.fail(fault);
        }
        releaseAll();
    }

    /** Lanes exit; barriers no longer wait for their threads. */
    void threadsExited(Warp warp, int lanes) {
        BarrierFault fault = barriers.exit(warp.warpIndex(), lanes);
        reports.reportRecyclings();
        if (fault != null) {
            throw reports.fail(fault);
        }
        releaseAll();
    }

    /**
     * Under the assumption that a warp executes in lock-step: orders what lanes that execute
     * together did before what they do now. Lanes elsewhere in the program are not ordered:
     * lock-step does not say which side of a branch comes first, nor when a lane that waits
     * continues.
     *
     * @param together lanes that execute together
     * @param revocable whether {@link #forget} may follow
     */
    void lockStep(Warp warp, int together, boolean revocable) {
        int[] lanes = threads(warp, together);
        if (revocable) {
            machine.clocks().meet(lanes);
        } else {
            machine.clocks().generation(lanes, lanes.length, lanes, lanes.length);
        }
    }

    private static int[] threads(Warp warp, int lanes) {
        int[] threads = new int[Integer.bitCount(lanes)];
        int n = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            threads[n++] = warp.globalThread(Integer.numberOfTrailingZeros(m));
        }
        return threads;
    }

    /** What the threads of lanes know of each other now, to be restored by {@link #forget}. */
    HappensBefore.Knowledge knowledge(Warp warp, int lanes) {
        return machine.clocks().knowledge(threads(warp, lanes));
    }

    /** Reduces what the threads of lanes know of each other to what they knew {@code before}. */
    void forget(Warp warp, int lanes, HappensBefore.Knowledge before) {
        machine.clocks().forget(threads(warp, lanes), before);
    }

    private void releaseAll() {
        for (int w = 0; w < warps.length; w++) {
            int released = atBarrier[w] & ~barriers.waiting(w);
            atBarrier[w] &= ~released;
            for (int m = released; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int p = warps[w].pc(lane);
                if (machine.program().code[p] instanceof BarrierStep b) {
                    b.released(warps[w], lane, barriers);
                }
                warps[w].release(lane, p + 1);
            }
        }
    }

    /** The numbered places of its barrier instructions. */
    BarrierSites sites() {
        return reports.sites();
    }
}

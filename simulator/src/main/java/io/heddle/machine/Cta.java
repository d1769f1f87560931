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

/** One CTA in execution: its warps, barriers, shared and thread-private memory. */
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
                                s.register(),
                                machine.launch(),
                                coordinates,
                                warp.thread(lane),
                                machine.store()));
            }
        }
        warp.start(program.entryPoints.get(program.entry.name()));
        return warp;
    }

    /** Number among the executed CTAs. */
    public int number() {
        return number;
    }

    /** What its threads copy asynchronously. */
    public AsyncCopies copies() {
        return copies;
    }

    /** Its mbarriers. */
    public CtaMbarriers mbarriers() {
        return mbarriers;
    }

    /** Its threads' own variables. */
    ThreadPrivateMemory locals() {
        return locals;
    }

    /** Global number of its first thread. */
    public int firstThread() {
        return number * threads;
    }

    /** {@code (x,y,z)} of an executed CTA. */
    String coordinatesOf(int cta) {
        return "(" + allCoordinates.get(cta) + ")";
    }

    // ---------------------------------------------------------------- execution

    /** Runs all threads to their ends, or reports why they cannot. */
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
            assert ShadowInvariants.violation(object.shadow()) == null
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

    /** Lanes arrive at a block barrier. */
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

    /** Lanes arrive at a warp barrier. */
    void warpSync(Warp warp, int lanes, int members, WarpBarrierStep step) {
        warp.block(lanes, step.index());
        atBarrier[warp.warpIndex()] |= lanes;
        BarrierFault fault = barriers.warpSync(warp.warpIndex(), lanes, members, step.index());
        if (fault != null) {
            throw reports.fail(fault);
        }
        releaseAll();
    }

    /** Threads end. */
    void threadsExited(Warp warp, int lanes) {
        BarrierFault fault = barriers.exit(warp.warpIndex(), lanes);
        reports.reportRecyclings();
        if (fault != null) {
            throw reports.fail(fault);
        }
        releaseAll();
    }

    /**
     * Under the assumption of lock-step, what lanes that execute together did before is ordered
     * before what they do now. Lanes in another place of the program are not meant: lock-step does
     * not say which side of a branch comes first, nor when a lane that waits goes on.
     *
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

    /** What lanes know of each other now. */
    HappensBefore.Knowledge knowledge(Warp warp, int lanes) {
        return machine.clocks().knowledge(threads(warp, lanes));
    }

    /** Lanes know no more of each other than before. */
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

    /** The places of its barriers. */
    BarrierSites sites() {
        return reports.sites();
    }
}

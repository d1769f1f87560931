package io.heddle.machine;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.PlacedVariable;
import io.heddle.memory.SharedLayout;
import io.heddle.memory.VariableLayout;
import io.heddle.ptx.Variable;
import io.heddle.sync.barrier.BarrierFault;
import io.heddle.sync.barrier.Barriers;
import io.heddle.sync.barrier.Generation;
import io.heddle.sync.barrier.Mbarrier;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.shadow.AsyncCopies;
import io.heddle.sync.shadow.Shadow;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One CTA in execution: its warps, barriers, shared and thread-private memory. */
public final class Cta {
    private final Machine machine;
    private final int number;
    private final Dim3 coordinates;
    private final List<Dim3> allCoordinates;
    private final Warp[] warps;
    private final int[] atBarrier;
    private final BarrierSites sites;
    private final Barriers barriers;
    private final AsyncCopies copies;
    private final TreeMap<Long, LiveMbarrier> mbarriers = new TreeMap<>();
    private final TreeMap<Long, PlacedVariable> localVariables = new TreeMap<>();
    private final Map<Long, MemoryObject[]> locals = new HashMap<>();
    private final List<MemoryObject> sharedObjects = new ArrayList<>();
    private final int threads;
    private boolean recycled; // some barrier was used again without an order

    public Cta(Machine machine, int number, List<Dim3> allCoordinates, SharedLayout shared) {
        this.machine = machine;
        this.number = number;
        this.allCoordinates = allCoordinates;
        this.coordinates = allCoordinates.get(number);
        this.threads = (int) machine.launch().block().size();
        this.barriers = new Barriers(machine.clocks(), number);
        this.copies = new AsyncCopies(threads);
        if (machine.options().recordBarriers()) {
            barriers.observe(generation -> record(generation, true));
        }
        for (PlacedVariable v : machine.program().locals) {
            localVariables.put(v.address(), v);
        }
        for (SharedLayout.Slot slot : shared.slots()) {
            MemoryObject object = sharedObject(slot);
            sharedObjects.add(object);
            machine.space().add(object);
        }
        int count = (threads + Warp.LANES - 1) / Warp.LANES;
        warps = new Warp[count];
        atBarrier = new int[count];
        sites = new BarrierSites(machine.program());
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

    /** Global number of its first thread. */
    public int firstThread() {
        return number * threads;
    }

    /** {@code (x,y,z)} of an executed CTA. */
    String coordinatesOf(int cta) {
        return "(" + allCoordinates.get(cta) + ")";
    }

    /** The thread-private object that holds a local address, or null. */
    MemoryObject local(long address, int thread) {
        Map.Entry<Long, PlacedVariable> e = localVariables.floorEntry(address);
        if (e == null) {
            return null;
        }
        MemoryObject[] objects = locals.computeIfAbsent(e.getKey(), k -> new MemoryObject[threads]);
        if (objects[thread] == null) {
            objects[thread] = privateObject(e.getValue());
        }
        return objects[thread];
    }

    /** A thread-private variable is as if nothing had been stored to it. */
    void forget(long address, int thread) {
        MemoryObject[] objects = locals.get(address);
        if (objects != null) {
            objects[thread] = null;
        }
    }

    private MemoryObject privateObject(PlacedVariable placed) {
        Variable v = placed.variable();
        String name = VariableLayout.objectName(v);
        int unit = v.size() % 4 == 0 && v.alignment() >= 4 ? 4 : 1;
        int bits = unit * 8;
        if (v.size() == 8) {
            unit = 8;
            bits = 64;
        }
        int width = bits;
        int step = unit;
        return new MemoryObject(
                        name,
                        placed.address(),
                        v.size(),
                        unit,
                        true,
                        null,
                        (cell, read) ->
                                Value.whole(
                                        Tag.UNDEFINED,
                                        read.undefined(name, name + "+" + cell * step),
                                        width),
                        null,
                        number)
                .promising(v.alignment());
    }

    // ---------------------------------------------------------------- mbarriers

    /** An mbarrier and the lanes of each warp that wait for it. */
    private static final class LiveMbarrier {
        final Mbarrier mbarrier;
        final MemoryObject object;
        final int[] waiting;

        LiveMbarrier(Mbarrier mbarrier, MemoryObject object, int warps) {
            this.mbarrier = mbarrier;
            this.object = object;
            waiting = new int[warps];
        }
    }

    /** A thread makes a new mbarrier at a generic address, where there must be none. */
    public void initialise(
            long address, MemoryObject object, long count, int thread, int instruction) {
        int site = machine.store().newUndefinedSite();
        long offset = address - object.base();
        object.store(offset, Value.whole(Tag.UNDEFINED, machine.store().undefined(site), 64));
        object.shadow().beginMbarrier(thread, instruction, offset);
        Mbarrier mbarrier = new Mbarrier(machine.clocks(), number, count);
        mbarriers.put(address, new LiveMbarrier(mbarrier, object, warps.length));
    }

    /** The mbarrier at a generic address, or null if there is none. */
    public Mbarrier mbarrier(long address) {
        LiveMbarrier live = mbarriers.get(address);
        return live == null ? null : live.mbarrier;
    }

    /** The mbarrier at a generic address ends. */
    public void invalidate(long address) {
        LiveMbarrier ended = mbarriers.remove(address);
        ended.object.shadow().endMbarrier(address - ended.object.base());
    }

    /** Lanes wait at a step until the mbarrier completes a phase, and then execute it again. */
    public void await(Warp warp, int lanes, long address, Step step) {
        warp.block(lanes, step.index());
        mbarriers.get(address).waiting[warp.warpIndex()] |= lanes;
    }

    /** The mbarrier has completed a phase. */
    public void wake(long address) {
        int[] waiting = mbarriers.get(address).waiting;
        for (int w = 0; w < waiting.length; w++) {
            for (int m = waiting[w]; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                warps[w].release(lane, warps[w].pc(lane));
            }
            waiting[w] = 0;
        }
    }

    /** Reports threads that wait for a phase that never completes. */
    private void reportAwaited() {
        for (Map.Entry<Long, LiveMbarrier> e : mbarriers.entrySet()) {
            LiveMbarrier live = e.getValue();
            for (int w = 0; w < live.waiting.length; w++) {
                if (live.waiting[w] != 0) {
                    throw stuck(e.getKey(), live, w);
                }
            }
        }
    }

    private StopException stuck(long address, LiveMbarrier live, int w) {
        int lane = Integer.numberOfTrailingZeros(live.waiting[w]);
        int others = -1;
        for (int lanes : live.waiting) {
            others += Integer.bitCount(lanes);
        }
        Step step = machine.program().code[warps[w].pc(lane)];
        Mbarrier m = live.mbarrier;
        String lack =
                m.transactions() != 0
                        ? m.transactions() + " bytes have not been copied"
                        : m.pending() + " of " + m.expected() + " arrivals are missing";
        machine.report(
                new Finding(
                        Finding.Kind.DEADLOCK,
                        machine.threadName(warps[w].thread(lane))
                                + (others > 0 ? " and " + others + " others wait" : " waits")
                                + " for phase "
                                + m.phase()
                                + " of the mbarrier at "
                                + live.object.describe(address - live.object.base())
                                + ", of which "
                                + lack,
                        Location.of(step.instruction()),
                        List.of(warps[w].thread(lane))),
                "");
        return new StopException();
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
        reportAwaited();
        if (fault != null && !fault.waits().isEmpty()) {
            throw fail(fault);
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
            throw fail(fault);
        }
    }

    /** Lanes arrive at a block barrier. */
    void arrive(Warp warp, int lanes, Barriers.Call call, int votes, BarrierStep step) {
        machine.counters().blockSyncs += Integer.bitCount(lanes);
        warp.block(lanes, step.index());
        atBarrier[warp.warpIndex()] |= lanes;
        BarrierFault fault = barriers.arrive(warp.warpIndex(), lanes, call, votes);
        reportRecyclings();
        if (fault != null) {
            throw fail(fault);
        }
        releaseAll();
    }

    /** Lanes arrive at a warp barrier. */
    void warpSync(Warp warp, int lanes, int members, WarpBarrierStep step) {
        warp.block(lanes, step.index());
        atBarrier[warp.warpIndex()] |= lanes;
        BarrierFault fault = barriers.warpSync(warp.warpIndex(), lanes, members, step.index());
        if (fault != null) {
            throw fail(fault);
        }
        releaseAll();
    }

    /** Threads end. */
    void threadsExited(Warp warp, int lanes) {
        BarrierFault fault = barriers.exit(warp.warpIndex(), lanes);
        reportRecyclings();
        if (fault != null) {
            throw fail(fault);
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

    private void reportRecyclings() {
        for (int instruction : barriers.takePassedBy()) {
            machine.assume(
                    "an aligned barrier does not wait for lanes of the same warp that exit"
                            + " instead (undefined in PTX, harmless on hardware)",
                    sites.step(instruction));
        }
        for (BarrierFault fault : barriers.takeRecyclings()) {
            report(fault);
            recycled = true;
        }
    }

    private void record(Generation g, boolean completed) {
        machine.barriers()
                .add(
                        new DynamicBarrier(
                                number,
                                g.barrier(),
                                g.number(),
                                g.arrived(),
                                g.waited(),
                                g.turns(),
                                place(g.instruction()),
                                completed));
    }

    private StopException fail(BarrierFault fault) {
        if (machine.options().recordBarriers()) {
            barriers.incomplete().forEach(generation -> record(generation, false));
        }
        report(fault);
        return new StopException();
    }

    private void report(BarrierFault fault) {
        Finding.Kind kind =
                switch (fault.kind()) {
                    case DEADLOCK -> Finding.Kind.DEADLOCK;
                    case DIVERGENCE -> Finding.Kind.BARRIER_DIVERGENCE;
                    case MISUSE -> Finding.Kind.BARRIER_MISUSE;
                };
        Location other = fault.otherInstruction() < 0 ? null : place(fault.otherInstruction());
        String message = fault.waits().isEmpty() ? misuse(fault, other) : waits(fault);
        machine.report(
                new Finding(
                        kind,
                        message,
                        place(fault.instruction()),
                        other,
                        fault.threads(),
                        null,
                        false),
                "");
    }

    private String misuse(BarrierFault fault, Location other) {
        return other == null
                ? fault.message()
                : fault.message() + " (at " + place(fault.instruction()) + " and " + other + ")";
    }

    private String waits(BarrierFault fault) {
        StringBuilder message = new StringBuilder(fault.message());
        String separator = ": ";
        for (BarrierFault.Wait wait : fault.waits()) {
            message.append(separator).append(wait.text());
            message.append(" at ").append(place(wait.instruction()));
            if (!wait.lack().isEmpty()) {
                message.append(' ').append(wait.lack());
            }
            if (wait.arrival() >= 0) {
                message.append(' ').append(place(wait.arrival()));
            }
            separator = "; ";
        }
        if (recycled) {
            message.append("; before that a barrier was used again without an order, which may be");
            message.append(" the cause (see BARRIER_MISUSE)");
        }
        return message.toString();
    }

    private Location place(int site) {
        return sites.location(site);
    }

    /** The places of its barriers. */
    BarrierSites sites() {
        return sites;
    }
}

package io.heddle.machine;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.memory.MemoryObject;
import io.heddle.sync.barrier.Mbarrier;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The mbarriers in the shared memory of a CTA, and the lanes that wait for each. */
public final class CtaMbarriers {
    private final Machine machine;
    private final int cta;
    private final Warp[] warps;
    private final TreeMap<Long, LiveMbarrier> mbarriers = new TreeMap<>();

    /**
     * Makes the mbarriers of a CTA; there is none at first.
     *
     * @param cta number of the CTA among the executed ones
     * @param warps of the CTA
     */
    CtaMbarriers(Machine machine, int cta, Warp[] warps) {
        this.machine = machine;
        this.cta = cta;
        this.warps = warps;
    }

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

    /**
     * Initialises an mbarrier at a generic address, where there must be none.
     *
     * @param object the object that contains the address
     * @param count number of arrivals that complete a phase
     * @param thread number of the thread over all CTAs
     * @param instruction program counter of the initialisation
     */
    public void initialise(
            long address, MemoryObject object, long count, int thread, int instruction) {
        int site = machine.store().newUndefinedSite();
        long offset = address - object.base();
        object.store(offset, Value.whole(Tag.UNDEFINED, machine.store().undefined(site), 64));
        object.shadow().beginMbarrier(thread, instruction, offset);
        Mbarrier mbarrier = new Mbarrier(machine.clocks(), cta, count);
        mbarriers.put(address, new LiveMbarrier(mbarrier, object, warps.length));
    }

    /** The mbarrier at a generic address, or null if there is none. */
    public Mbarrier at(long address) {
        LiveMbarrier live = mbarriers.get(address);
        return live == null ? null : live.mbarrier;
    }

    /** Removes the mbarrier at a generic address. */
    public void invalidate(long address) {
        LiveMbarrier ended = mbarriers.remove(address);
        ended.object.shadow().endMbarrier(address - ended.object.base());
    }

    /** Blocks lanes until the mbarrier completes a phase; they then execute the step again. */
    public void await(Warp warp, int lanes, long address, Step step) {
        warp.block(lanes, step.index());
        mbarriers.get(address).waiting[warp.warpIndex()] |= lanes;
    }

    /** Releases the lanes that wait for the mbarrier, which has completed a phase. */
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

    /** Reports the threads that still wait for a phase, which will never complete. */
    void reportAwaited() {
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
}

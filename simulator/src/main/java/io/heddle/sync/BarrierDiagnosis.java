package io.heddle.sync;

import java.util.ArrayList;
import java.util.List;

/** Says in words what is wrong with the barriers of a CTA. */
final class BarrierDiagnosis {
    private BarrierDiagnosis() {}

    /** What is wrong with an instruction's operands whatever other threads do, or null. */
    static BarrierFault operands(int warp, int lanes, Barriers.Call call) {
        String wrong = null;
        if (call.barrier() < 0 || call.barrier() >= Barriers.NAMED) {
            wrong = "there is no barrier " + call.barrier() + " (0 to 15)";
        } else if (call.count() == Barriers.ALL) {
            wrong =
                    call.operation() == Barriers.Operation.ARRIVE
                            ? "an arrival at barrier " + call.barrier() + " needs a count"
                            : null;
        } else if (call.count() <= 0 || call.count() % HappensBefore.WARP != 0) {
            wrong =
                    "barrier "
                            + call.barrier()
                            + " has the count "
                            + call.count()
                            + ", not a positive multiple of 32";
        }
        return wrong == null ? null : misuse(wrong, call.instruction(), -1, warp, lanes);
    }

    /** What is wrong if lanes join a generation that others have begun, or null. */
    static BarrierFault disagreement(
            NamedBarrier barrier, int warp, int lanes, Barriers.Call call) {
        Barriers.Call first = barrier.first();
        String what;
        if (first.count() != call.count()) {
            what = "different counts: " + count(first) + " and " + count(call);
        } else if ((first.operation() == Barriers.Operation.RED)
                != (call.operation() == Barriers.Operation.RED)) {
            what = "a reduction and a plain arrival";
        } else {
            return null;
        }
        return misuse(
                "one generation of barrier " + barrier.id + " has " + what,
                call.instruction(),
                first.instruction(),
                warp,
                lanes);
    }

    /** What is wrong with the number of arrivals, or null. */
    static BarrierFault tooMany(NamedBarrier barrier, int warp, int lanes, Barriers.Call call) {
        if (call.count() == Barriers.ALL || barrier.arrivals() <= call.count()) {
            return null;
        }
        String message =
                barrier.arrivals()
                        + " threads arrive in one generation of barrier "
                        + barrier.id
                        + ", which expects "
                        + call.count();
        return misuse(message, call.instruction(), barrier.first().instruction(), warp, lanes);
    }

    /** Lanes give a warp barrier a mask without themselves; null if all are in the mask. */
    static BarrierFault outsideMask(int warp, int lanes, int mask, int instruction) {
        int outside = lanes & ~mask;
        if (outside == 0) {
            return null;
        }
        String message =
                "threads "
                        + ThreadRanges.of(warp, outside)
                        + " are not in the mask 0x"
                        + Integer.toHexString(mask)
                        + " of their own warp barrier";
        return misuse(message, instruction, -1, warp, outside);
    }

    private static BarrierFault misuse(
            String message, int instruction, int other, int warp, int lanes) {
        return new BarrierFault(
                BarrierFault.Kind.MISUSE,
                message,
                instruction,
                other,
                ThreadRanges.few(warp, lanes),
                List.of());
    }

    /** Lanes of one warp are at two aligned barriers. */
    static BarrierFault mismatch(int warp, AlignedArrival held, int lanes, Barriers.Call call) {
        String message =
                "lanes of warp "
                        + warp
                        + " are at different aligned barriers: threads "
                        + ThreadRanges.of(warp, held.lanes)
                        + " at "
                        + name(held.call)
                        + ", threads "
                        + ThreadRanges.of(warp, lanes)
                        + " at "
                        + name(call);
        List<Integer> some = new ArrayList<>(ThreadRanges.few(warp, held.lanes).subList(0, 1));
        some.add(ThreadRanges.few(warp, lanes).get(0));
        some.sort(null);
        return new BarrierFault(
                BarrierFault.Kind.DIVERGENCE,
                message,
                call.instruction(),
                held.call.instruction(),
                some,
                List.of());
    }

    private static String name(Barriers.Call call) {
        String name = "barrier " + call.barrier();
        return call.count() == Barriers.ALL ? name : name + " of " + call.count() + " threads";
    }

    private static String count(Barriers.Call call) {
        return call.count() == Barriers.ALL ? "all threads" : Integer.toString(call.count());
    }

    /** Arrivals at exit for which no generation completes; null if there are none. */
    static BarrierFault leftOver(NamedBarrier[] named) {
        for (NamedBarrier barrier : named) {
            if (!barrier.isIdle()) {
                String message =
                        "all threads have exited, but a generation of barrier "
                                + barrier.id
                                + " has only "
                                + barrier.arrivals()
                                + " of "
                                + count(barrier.first())
                                + " arrivals";
                return new BarrierFault(
                        BarrierFault.Kind.MISUSE,
                        message,
                        barrier.first().instruction(),
                        -1,
                        ThreadRanges.few(barrier.arrived),
                        List.of());
            }
        }
        return null;
    }

    /** Threads wait, and nobody can run. */
    static BarrierFault stuck(
            NamedBarrier[] named, List<WarpBarrier> warps, AlignedArrival[] aligned, int[] live) {
        List<BarrierFault.Wait> waits = new ArrayList<>();
        int[] waiting = new int[live.length];
        for (int w = 0; w < aligned.length; w++) {
            if (aligned[w] != null) {
                waits.add(alignedWait(w, aligned[w], live[w]));
                waiting[w] |= aligned[w].lanes;
            }
        }
        boolean diverged = !waits.isEmpty();
        for (NamedBarrier barrier : named) {
            if (barrier.waiters() > 0) {
                waits.add(namedWait(barrier, live));
                for (int w = 0; w < live.length; w++) {
                    waiting[w] |= barrier.waiting[w];
                }
            }
        }
        for (WarpBarrier barrier : warps) {
            waits.add(warpWait(barrier, live));
            waiting[barrier.warp] |= barrier.arrived;
        }
        return new BarrierFault(
                diverged ? BarrierFault.Kind.DIVERGENCE : BarrierFault.Kind.DEADLOCK,
                diverged
                        ? "lanes of a warp do not all come to the same aligned barrier"
                        : "no thread can go on",
                waits.isEmpty() ? -1 : waits.get(0).instruction(),
                waits.size() < 2 ? -1 : waits.get(1).instruction(),
                ThreadRanges.few(waiting),
                waits);
    }

    private static BarrierFault.Wait alignedWait(int warp, AlignedArrival held, int live) {
        String text =
                "threads "
                        + ThreadRanges.of(warp, held.lanes)
                        + " wait at aligned "
                        + name(held.call)
                        + " for threads "
                        + ThreadRanges.of(warp, live & ~held.lanes)
                        + " of their warp, which do not come there";
        return new BarrierFault.Wait(held.call.instruction(), text);
    }

    private static BarrierFault.Wait namedWait(NamedBarrier barrier, int[] live) {
        StringBuilder text = new StringBuilder("threads ");
        text.append(ThreadRanges.of(barrier.waiting)).append(" wait at barrier ");
        text.append(barrier.id).append(" (").append(barrier.arrivals()).append(" of ");
        if (barrier.first().count() == Barriers.ALL) {
            int[] missing = new int[live.length];
            int liveThreads = 0;
            for (int w = 0; w < live.length; w++) {
                missing[w] = live[w] & ~barrier.arrived[w];
                liveThreads += Integer.bitCount(live[w]);
            }
            text.append(liveThreads).append(" arrived, missing threads ");
            text.append(ThreadRanges.of(missing));
        } else {
            text.append(barrier.first().count()).append(" arrived");
        }
        return new BarrierFault.Wait(barrier.first().instruction(), text.append(')').toString());
    }

    private static BarrierFault.Wait warpWait(WarpBarrier barrier, int[] live) {
        String text =
                "threads "
                        + ThreadRanges.of(barrier.warp, barrier.arrived)
                        + " wait at a warp barrier with mask 0x"
                        + Integer.toHexString(barrier.mask)
                        + " for threads "
                        + ThreadRanges.of(
                                barrier.warp, barrier.mask & live[barrier.warp] & ~barrier.arrived);
        return new BarrierFault.Wait(barrier.instruction, text);
    }
}

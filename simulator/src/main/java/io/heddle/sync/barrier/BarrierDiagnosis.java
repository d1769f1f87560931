package io.heddle.sync.barrier;

import io.heddle.sync.clock.HappensBefore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Describes faults in the use of barriers of a CTA. */
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
            NamedBarrier barrier, int warp, int lanes, Barriers.Call call, int threads) {
        Barriers.Call first = barrier.first();
        String what;
        if (agreed(barrier.count(), threads) != agreed(call.count(), threads)) {
            what = "different counts: " + count(barrier.count()) + " and " + count(call.count());
        } else if ((first.operation() == Barriers.Operation.RED)
                != (call.operation() == Barriers.Operation.RED)) {
            what = "a reduction and a plain arrival";
        } else if (!first.reducer().equals(call.reducer())) {
            what = "two reductions: " + first.reducer() + " and " + call.reducer();
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

    /** Lanes arrive for a generation, and nothing orders the end of the one before it first. */
    static BarrierFault recycling(NamedBarrier barrier, int warp, int lanes, Barriers.Call call) {
        boolean awaited = Arrays.stream(barrier.lastWaiting).anyMatch(waiting -> waiting != 0);
        String message =
                "threads "
                        + ThreadRanges.of(warp, lanes)
                        + " arrive for generation "
                        + barrier.generation()
                        + " of barrier "
                        + barrier.id
                        + ", but nothing orders that after the end of generation "
                        + (barrier.generation() - 1)
                        + (awaited
                                ? ", for which threads "
                                        + ThreadRanges.of(barrier.lastWaiting)
                                        + " waited"
                                : ", for which nobody waited")
                        + ": in another schedule they are counted there";
        return misuse(message, call.instruction(), barrier.lastInstruction(), warp, lanes);
    }

    /** What is wrong with the number of arrivals, or null. */
    static BarrierFault tooMany(NamedBarrier barrier, int warp, int lanes, Barriers.Call call) {
        if (barrier.isIdle()
                || barrier.count() == Barriers.ALL
                || barrier.counted() <= barrier.count()) {
            return null;
        }
        String message =
                barrier.counted()
                        + " threads arrive in one generation of barrier "
                        + barrier.id
                        + ", which expects "
                        + barrier.count();
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
                        + ThreadRanges.of(warp, lanes)
                        + " at "
                        + name(call)
                        + ", threads "
                        + ThreadRanges.of(warp, held.lanes)
                        + " at "
                        + name(held.call);
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

    /** A barrier in words. */
    static String name(Barriers.Call call) {
        String name = "barrier " + call.barrier();
        return call.count() == Barriers.ALL ? name : name + " of " + call.count() + " threads";
    }

    /** The number of arrivals that a count stands for: no count means all warps of the CTA. */
    private static int agreed(int count, int threads) {
        int warps = (threads + HappensBefore.WARP - 1) / HappensBefore.WARP;
        return count == Barriers.ALL ? warps * HappensBefore.WARP : count;
    }

    private static String count(int count) {
        return count == Barriers.ALL ? "all threads" : Integer.toString(count);
    }

    /** Arrivals at exit for which no generation completes; null if there are none. */
    static BarrierFault leftOver(NamedBarrier[] named) {
        for (NamedBarrier barrier : named) {
            if (!barrier.isIdle()) {
                String message =
                        "all threads have exited, but a generation of barrier "
                                + barrier.id
                                + " has only "
                                + barrier.counted()
                                + " of "
                                + count(barrier.count())
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
}

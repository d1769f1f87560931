package io.heddle.replay.machine;

import java.util.ArrayList;
import java.util.List;

/** One of a CTA's sixteen barriers (PTX ISA 9.7.13.1). */
public final class Barrier {
    private final List<Waiter> waiting = new ArrayList<>();
    private int arrived; // waiting ones included
    private int arrivedOfLast; // those of a last warp that has fewer than 32 threads
    private int trueCount; // arrivals of bar.red with a true predicate
    private long count = -1; // threads of this generation; 0: all of the CTA; −1: nobody is here

    /**
     * A thread that waits.
     *
     * @param lane the thread
     * @param slot where the reduction goes, or −1
     * @param reduction the operation
     */
    private record Waiter(Lane lane, int slot, Reduction reduction) {}

    /** What bar.red makes of the predicates. */
    public enum Reduction {
        NONE,
        POPC,
        AND,
        OR;

        private long of(int trueCount, int arrived) {
            return switch (this) {
                case NONE -> 0;
                case POPC -> trueCount;
                case AND -> trueCount == arrived ? 1 : 0;
                case OR -> trueCount > 0 ? 1 : 0;
            };
        }
    }

    private void register(Lane lane, long threads) {
        if (count >= 0 && count != threads && allIfNone(lane, count) != allIfNone(lane, threads)) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "threads name different barrier counts");
        }
        if (threads % 32 != 0) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "a barrier count that is not a multiple of 32");
        }
        count = Math.max(count, threads);
        arrived++;
        arrivedOfLast += lane.thread / 32 >= lane.cta.block().size() / 32 ? 1 : 0;
    }

    /** A count; without one all threads take part, as many as they are in whole warps. */
    private static long allIfNone(Lane lane, long threads) {
        return threads == 0 ? (lane.cta.block().size() + 31) / 32 * 32 : threads;
    }

    /** {@code lane} arrives and goes on. */
    public void arrive(Lane lane, long threads) {
        register(lane, threads);
        release(lane.cta);
    }

    /** {@code lane} arrives and waits. */
    public void sync(Lane lane, long threads, int slot, Reduction reduction, boolean predicate) {
        register(lane, threads);
        trueCount += predicate ? 1 : 0;
        lane.state = Lane.State.WAITING;
        waiting.add(new Waiter(lane, slot, reduction));
        release(lane.cta);
    }

    /**
     * Arrivals as a count sees them: a barrier counts warps ("operand b … in multiple of warp
     * size"), so a last warp that is not full counts as 32 threads each time all of it has arrived.
     */
    private long inWarps(Cta cta) {
        int last = (int) (cta.block().size() % 32);
        return last > 0 ? arrived + (long) (arrivedOfLast / last) * (32 - last) : arrived;
    }

    /** Lets go if all whom the barrier waits for have arrived; exited threads count at no count. */
    void release(Cta cta) {
        if (count < 0) {
            return;
        }
        long needed = count == 0 ? cta.live() : count;
        long counted = count == 0 ? arrived : inWarps(cta);
        if (counted > needed) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "more threads at a barrier than its count");
        }
        if (counted < needed) {
            return;
        }
        if (waiting.size() == cta.live()) {
            cta.passBarrier();
        }
        for (Waiter w : waiting) {
            if (w.slot() >= 0) {
                w.lane().r[w.slot()] = w.reduction().of(trueCount, arrived);
            }
            w.lane().state = Lane.State.RUNNING;
        }
        waiting.clear();
        cta.noteMeeting();
        arrived = 0;
        arrivedOfLast = 0;
        trueCount = 0;
        count = -1;
    }
}

package io.heddle.replay;

import java.util.ArrayList;
import java.util.List;

/** One of a CTA's sixteen barriers (PTX ISA 9.7.13.1). */
final class Barrier {
    private final List<Waiter> waiting = new ArrayList<>();
    private int arrived; // waiting ones included
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
    enum Reduction {
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

    private void register(long threads) {
        if (count >= 0 && count != threads) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "threads name different barrier counts");
        }
        if (threads % 32 != 0) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "a barrier count that is no multiple of 32");
        }
        count = threads;
        arrived++;
    }

    /** {@code lane} arrives and goes on. */
    void arrive(Cta cta, long threads) {
        register(threads);
        release(cta);
    }

    /** {@code lane} arrives and waits. */
    void sync(Lane lane, long threads, int slot, Reduction reduction, boolean predicate) {
        register(threads);
        trueCount += predicate ? 1 : 0;
        lane.state = Lane.State.WAITING;
        waiting.add(new Waiter(lane, slot, reduction));
        release(lane.cta);
    }

    /** Lets go if all whom the barrier waits for have arrived; exited threads count at no count. */
    void release(Cta cta) {
        if (count < 0) {
            return;
        }
        long needed = count == 0 ? cta.live() : count;
        if (arrived > needed) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "more threads at a barrier than its count");
        }
        if (arrived < needed) {
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
        trueCount = 0;
        count = -1;
    }
}

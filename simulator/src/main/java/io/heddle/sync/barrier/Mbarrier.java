package io.heddle.sync.barrier;

import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.shadow.AsyncCopies;
import io.heddle.sync.shadow.AsyncCopy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An mbarrier object of one CTA (PTX ISA 9.7.13.15): its phases, and the proof that every arrival
 * and every wait belongs to the same phase in all schedules.
 *
 * <p>An arrival releases into the phase, a successful wait acquires from it. That an operation can
 * only be of the phase in which this execution has it follows from two orders, which are checked as
 * the generations of named barriers are (WEFT, section 4.2): an arrival, and a wait for phase k, is
 * ordered after the completion of the phase before its own, and a wait for phase k before the
 * completion of phase k + 1, since a parity, or a state, says no more than whether the phase is the
 * present one.
 */
public final class Mbarrier {
    private final HappensBefore clocks;
    private final int cta;
    private final long expected;
    private final int id;
    private long pending;
    private long transactions;
    private Phase current;
    private Phase previous;
    private Phase beforePrevious;

    /** One phase. */
    private static final class Phase {
        final int number;

        /** What its arrivals released; −1 for the one before the first, which has none. */
        final int object;

        /** Copies whose completion arrives at it. */
        final List<AsyncCopy> copies = new ArrayList<>();

        /** True if a copy arrives at it, and nobody has waited for it yet. */
        boolean unseen;

        // Threads and stamps of what must be ordered before the completion of the next phase (waits
        // for this one) or of this one.
        private final Stamps waits = new Stamps();
        private final Stamps increments = new Stamps();

        Phase(int number, int object) {
            this.number = number;
            this.object = object;
        }
    }

    /** A list of threads with stamps. */
    private static final class Stamps {
        private int[] pairs = new int[8];
        private int size;

        void add(int thread, int stamp) {
            if (size == pairs.length) {
                pairs = Arrays.copyOf(pairs, 2 * size);
            }
            pairs[size++] = thread;
            pairs[size++] = stamp;
        }

        /** A thread whose entry was not released into an object, or −1. */
        int firstNotIn(HappensBefore clocks, int object) {
            for (int i = 0; i < size; i += 2) {
                if (!clocks.hasReleased(object, pairs[i], pairs[i + 1])) {
                    return pairs[i];
                }
            }
            return -1;
        }
    }

    /** What an operation on it came to. */
    public enum Outcome {
        /** Done. */
        DONE,
        /** Done, and the phase is complete. */
        COMPLETED,
        /** A wait: the phase is not complete. */
        WAITING,
        /** More arrivals than the phase expects. */
        TOO_MANY,
        /** Nothing orders the operation after the completion of the phase before. */
        EARLY,
        /** Nothing orders a wait for the phase before this one before its completion. */
        LATE_WAIT,
        /** Nothing orders an increment by an asynchronous arrival before the phase's completion. */
        LATE_INCREMENT,
        /** A state of a phase that is over for more than a phase. */
        OLD_STATE
    }

    /**
     * A barrier in its first phase.
     *
     * @param expected arrivals in each phase, at least 1
     */
    public Mbarrier(HappensBefore clocks, int cta, long expected) {
        this.clocks = clocks;
        this.cta = cta;
        this.expected = expected;
        pending = expected;
        previous = new Phase(-1, -1);
        id = clocks.newObject();
        current = new Phase(0, id);
    }

    /** A number that no other mbarrier of the launch has. */
    public int id() {
        return id;
    }

    /**
     * True if copies arrive at a phase for which nobody has waited: they may still be on the way.
     */
    public boolean awaitsCopies() {
        return current.unseen || previous.unseen;
    }

    /** The number of the present phase, from 0. */
    public int phase() {
        return current.number;
    }

    /** Arrivals that the present phase lacks. */
    public long pending() {
        return pending;
    }

    /** Bytes that the present phase lacks. */
    public long transactions() {
        return transactions;
    }

    /** Arrivals that a phase expects. */
    public long expected() {
        return expected;
    }

    /** True if the completion of a phase happens before the present of a thread. */
    private boolean knows(int thread, Phase phase) {
        return phase == null
                || phase.object < 0
                || (!phase.unseen && clocks.knowsReleased(thread, phase.object));
    }

    /** A thread arrives {@code count} times and releases. */
    public Outcome arrive(int thread, long count) {
        if (count > pending) {
            return Outcome.TOO_MANY;
        }
        if (!knows(thread, previous)) {
            return Outcome.EARLY;
        }
        clocks.release(thread, current.object);
        pending -= count;
        return completeIfDone();
    }

    /** The present phase does not complete before {@code bytes} more have been copied. */
    public Outcome expect(int thread, long bytes) {
        if (!knows(thread, previous)) {
            return Outcome.EARLY;
        }
        transactions += bytes;
        return Outcome.DONE;
    }

    /**
     * The completion of all copies that {@code thread} has pending arrives.
     *
     * @param counted {@code .noinc}: the arrival is one of those expected
     */
    public Outcome arriveAfter(int thread, AsyncCopies copies, boolean counted) {
        if (counted && pending == 0) {
            return Outcome.TOO_MANY;
        }
        if (!knows(thread, previous)) {
            return Outcome.EARLY;
        }
        current.copies.addAll(copies.pending(thread % clocks.threadsPerCta()));
        current.unseen = true;
        if (counted) {
            clocks.releaseTurn(thread, current.object);
            pending--;
        } else {
            current.increments.add(thread, clocks.stamp(thread));
        }
        return completeIfDone();
    }

    private Outcome completeIfDone() {
        if (pending > 0 || transactions != 0) {
            return Outcome.DONE;
        }
        if (previous.waits.firstNotIn(clocks, current.object) >= 0) {
            return Outcome.LATE_WAIT;
        }
        if (current.increments.firstNotIn(clocks, current.object) >= 0) {
            return Outcome.LATE_INCREMENT;
        }
        beforePrevious = previous;
        previous = current;
        current = new Phase(previous.number + 1, clocks.newObject());
        pending = expected;
        return Outcome.COMPLETED;
    }

    /** A thread waits for the phase of a parity to complete. */
    public Outcome waitParity(int thread, long parity) {
        return (current.number & 1) == (parity & 1) ? Outcome.WAITING : acquire(thread);
    }

    /** A thread waits for the phase {@code number} to complete. */
    public Outcome waitPhase(int thread, int number) {
        if (number >= current.number) {
            return Outcome.WAITING;
        }
        return number < previous.number ? Outcome.OLD_STATE : acquire(thread);
    }

    private Outcome acquire(int thread) {
        if (!knows(thread, beforePrevious)) {
            return Outcome.EARLY;
        }
        if (previous.object >= 0) {
            if (previous.unseen) {
                previous.unseen = false;
                int agent = clocks.agentRelease(cta, previous.object);
                previous.copies.forEach(c -> c.complete(agent));
                previous.copies.clear();
            }
            clocks.acquire(thread, previous.object);
        }
        previous.waits.add(thread, clocks.stamp(thread));
        return Outcome.DONE;
    }
}

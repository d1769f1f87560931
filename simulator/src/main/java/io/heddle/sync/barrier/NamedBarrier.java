package io.heddle.sync.barrier;

import io.heddle.sync.clock.HappensBefore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state of one of a CTA's 16 barriers: who has come to its current generation, and who met in
 * the one before.
 */
final class NamedBarrier {
    final int id;

    /** By warp: lanes that have arrived, waiting ones included. */
    int[] arrived;

    /** By warp: lanes that wait. */
    int[] waiting;

    /** By warp: lanes that waited in the last completed generation. */
    int[] lastWaiting;

    /** By warp: lanes that took part in the last completed generation. */
    int[] lastArrived;

    /** By warp: which of its arrivals at any barrier this was, from 1; 0 if it has not come. */
    private final int[] turns;

    /** What the first one to arrive asked for; null if nobody has arrived. */
    private Barriers.Call first;

    /**
     * What those that did not wait released when they arrived: an object of the clocks, or -1 until
     * it is needed.
     */
    int goneOn = -1;

    /** Those that did not wait, in the current generation. */
    private List<Arrival> goingOn = new ArrayList<>();

    /** All who came to the last completed generation if nobody waited there, else empty. */
    private List<Arrival> unawaited = List.of();

    private final PartialWarp lastWarp;
    private int count;
    private int arrivals;
    private int waiters;
    private int trueVotes;
    private int waitInstruction = -1;
    private int completed;
    private int lastInstruction = -1;

    NamedBarrier(int id, int threads) {
        int warps = (threads + HappensBefore.WARP - 1) / HappensBefore.WARP;
        this.id = id;
        lastWarp = new PartialWarp(threads);
        arrived = new int[warps];
        waiting = new int[warps];
        lastArrived = new int[warps];
        turns = new int[warps];
        lastWaiting = new int[warps];
    }

    /** True if nobody has arrived since the last generation. */
    boolean isIdle() {
        return first == null;
    }

    /** The first arrival, or null. */
    Barriers.Call first() {
        return first;
    }

    /** The expected number of arrivals, or {@link Barriers#ALL} if no arrival has given a count. */
    int count() {
        return count;
    }

    /** The number of arrivals, waiting threads included. */
    int arrivals() {
        return arrivals;
    }

    /**
     * The arrivals that the count counts: those of a {@link PartialWarp} as those of a full one.
     */
    int counted() {
        return count == Barriers.ALL ? arrivals : arrivals + lastWarp.lacking();
    }

    /** The number of waiting threads. */
    int waiters() {
        return waiters;
    }

    /** Arrivals with a true predicate. */
    int trueVotes() {
        return trueVotes;
    }

    /** The number of the current generation, from 1. */
    int generation() {
        return completed + 1;
    }

    /** Where somebody waits, or else has arrived. */
    int instruction() {
        return waitInstruction < 0 ? first.instruction() : waitInstruction;
    }

    /** Where somebody waited, or else arrived, in the last completed generation; -1 if none. */
    int lastInstruction() {
        return lastInstruction;
    }

    /** Lanes of a warp arrive. */
    void add(int warp, int lanes, Barriers.Call call, int predicates, int turn) {
        if (first == null) {
            first = call;
            count = call.count();
        } else if (count == Barriers.ALL) {
            count = call.count();
        }
        if (turns[warp] == 0) {
            turns[warp] = turn;
        }
        arrivals += Integer.bitCount(lanes);
        arrived[warp] |= lanes;
        lastWarp.add(warp, lanes);
        trueVotes += Integer.bitCount(predicates);
        if (call.operation() != Barriers.Operation.ARRIVE) {
            waiters += Integer.bitCount(lanes);
            waiting[warp] |= lanes;
            waitInstruction = call.instruction();
        }
    }

    /** Lanes that do not wait have arrived. */
    void goOn(Arrival arrival) {
        goingOn.add(arrival);
    }

    /**
     * All who came to the last completed generation, if nobody waited there. It has completed when
     * each of them has arrived. Empty if somebody waited.
     */
    List<Arrival> unawaited() {
        return unawaited;
    }

    /** The current generation as far as it has come. */
    Generation toGeneration(int cta) {
        return new Generation(
                cta,
                id,
                generation(),
                Arrays.stream(arrived).boxed().toList(),
                Arrays.stream(waiting).boxed().toList(),
                Arrays.stream(turns).boxed().toList(),
                instruction());
    }

    /** The next generation begins. */
    void reset() {
        completed++;
        lastInstruction = instruction();
        unawaited = waiters == 0 ? goingOn : List.of();
        goingOn = new ArrayList<>();
        int[] arrivedBefore = lastArrived;
        lastArrived = arrived;
        arrived = arrivedBefore;
        int[] waitingBefore = lastWaiting;
        lastWaiting = waiting;
        waiting = waitingBefore;
        first = null;
        lastWarp.reset();
        arrivals = 0;
        waiters = 0;
        trueVotes = 0;
        waitInstruction = -1;
        Arrays.fill(turns, 0);
        Arrays.fill(arrived, 0);
        Arrays.fill(waiting, 0);
    }
}

package io.heddle.sync.barrier;

import java.util.List;

/**
 * A fault in the synchronisation of the threads of a CTA.
 *
 * @param kind what it is
 * @param message one line for the user, without the places in the program
 * @param instruction of the barrier concerned
 * @param otherInstruction a second one that disagrees with it, or -1
 * @param threads a few linear thread indices in the CTA, ascending
 * @param waits which threads wait for what, to be shown after the message; empty unless threads are
 *     blocked
 */
public record BarrierFault(
        Kind kind,
        String message,
        int instruction,
        int otherInstruction,
        List<Integer> threads,
        List<Wait> waits) {
    /** Copies the lists. */
    public BarrierFault {
        threads = List.copyOf(threads);
        waits = List.copyOf(waits);
    }

    /** The kinds of fault; each is a verdict of the contract. */
    public enum Kind {
        /** Threads are blocked and no thread can release them. */
        DEADLOCK,
        /** The live lanes of a warp do not all reach one aligned barrier. */
        DIVERGENCE,
        /** Counts that are wrong or disagree, or arrivals nobody waits for. */
        MISUSE
    }

    /**
     * Threads that wait for one thing.
     *
     * @param instruction where they wait
     * @param text who and where: {@code threads 0-31 wait at barrier 1, generation 2 (32 of 64
     *     arrived)}
     * @param lack for whom, to be shown after the place; empty if {@code text} says it
     * @param arrival an instruction by which those could arrive, to be shown last, or -1
     */
    public record Wait(int instruction, String text, String lack, int arrival) {}
}

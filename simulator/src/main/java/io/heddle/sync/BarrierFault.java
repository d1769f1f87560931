package io.heddle.sync;

import java.util.List;

/**
 * Why threads cannot synchronise as the program has it.
 *
 * @param kind what it is
 * @param message one line for the user, without the places in the program
 * @param instruction of the barrier concerned
 * @param otherInstruction a second one that disagrees with it, or -1
 * @param threads a few linear thread indices in the CTA, ascending
 * @param waits who waits for what where threads are stuck, to be told after the message; else empty
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

    /** As in the contract's verdicts. */
    public enum Kind {
        /** Threads wait for ever. */
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
     * @param lack for whom, to be told after the place; empty if the text says it
     * @param arrival an instruction by which those could come, to be told last, or -1
     */
    public record Wait(int instruction, String text, String lack, int arrival) {}
}

package io.heddle.simulate;

import io.heddle.cost.KernelCost;
import java.io.Serializable;

/**
 * Counts of one execution, reported as {@code stats}.
 *
 * @param threads threads executed, over all CTAs
 * @param ptxLines lines of the entry in its file
 * @param instructions executed, summed over threads
 * @param blockSyncs block barriers executed, summed over threads
 * @param warpSyncs warp-level synchronisations (bar.warp.sync, shfl, vote, mma, …), summed over
 *     threads
 * @param sharedBytes static and dynamic shared memory of a CTA, in bytes
 * @param terms constructed in the store by this execution
 * @param loads executed, summed over threads
 * @param stores executed, summed over threads
 * @param dynamicBarriers generations of block barriers that completed
 * @param sharedAddresses words of shared memory that were accessed
 * @param statements accesses to shared memory and block barriers, summed over threads
 * @param raceTests pairs of accesses that begin in the same word of shared memory; a checker that
 *     compares accesses in pairs would test each of them (WEFT, section 5.3)
 * @param cost what each instruction costs; null if that was not counted, or the execution did not
 *     come to its end
 */
public record Statistics(
        long threads,
        int ptxLines,
        long instructions,
        long blockSyncs,
        long warpSyncs,
        long sharedBytes,
        long terms,
        long loads,
        long stores,
        long dynamicBarriers,
        long sharedAddresses,
        long statements,
        long raceTests,
        KernelCost cost)
        implements Serializable {
    /** Counts without the costs of instructions. */
    public Statistics(
            long threads,
            int ptxLines,
            long instructions,
            long blockSyncs,
            long warpSyncs,
            long sharedBytes,
            long terms,
            long loads,
            long stores,
            long dynamicBarriers,
            long sharedAddresses,
            long statements,
            long raceTests) {
        this(
                threads,
                ptxLines,
                instructions,
                blockSyncs,
                warpSyncs,
                sharedBytes,
                terms,
                loads,
                stores,
                dynamicBarriers,
                sharedAddresses,
                statements,
                raceTests,
                null);
    }

    /** The same with the costs of instructions. */
    public Statistics with(KernelCost costs) {
        return new Statistics(
                threads,
                ptxLines,
                instructions,
                blockSyncs,
                warpSyncs,
                sharedBytes,
                terms,
                loads,
                stores,
                dynamicBarriers,
                sharedAddresses,
                statements,
                raceTests,
                costs);
    }
}

package io.heddle.simulate;

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
        long raceTests)
        implements Serializable {}

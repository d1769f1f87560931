package io.heddle.sync.shadow;

/**
 * Counts of the accesses of some memory, as WEFT reports them (section 5.3, figures 9 and 10).
 *
 * @param accesses summed over threads; of a vector one, of a matrix transfer one for each row
 * @param words of four bytes that were accessed
 * @param pairs of accesses that begin in the same word: what a pairwise race checker compares
 */
public record AccessCounts(long accesses, long words, long pairs) {
    /** No accesses. */
    public static final AccessCounts NONE = new AccessCounts(0, 0, 0);

    /** The counts of two disjoint pieces of memory. */
    public AccessCounts plus(AccessCounts other) {
        return new AccessCounts(
                accesses + other.accesses, words + other.words, pairs + other.pairs);
    }
}

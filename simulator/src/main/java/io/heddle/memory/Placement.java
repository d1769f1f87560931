package io.heddle.memory;

/**
 * How the objects of a launch are placed. A kernel must compute the same under each: the contract
 * promises no more of an address than that tensors start at multiples of 256 and that objects do
 * not overlap.
 *
 * @param number 0: objects follow each other upwards. 1: they follow each other downwards, and each
 *     bit of a global base from 2^8 to 2^46 is the other one as long as the objects have one size.
 *     More: upwards from some address, with gaps of some size
 */
public record Placement(int number) {
    /** The placement of ordinary executions. */
    public static final Placement UPWARD = new Placement(0);

    /** The placement that inverts the order and the bits of {@link #UPWARD}. */
    static final Placement DOWNWARD = new Placement(1);

    private static final long FEW_INSTRUCTIONS = 200_000;
    private static final int MANY = 8;
    private static final int FEW = 3;

    /**
     * How many placements are tried. A hash of an address to one bit is the same under all of them
     * with probability 2 to the power of this number less one; long executions get fewer.
     *
     * @param instructions that one execution takes
     */
    public static int tried(long instructions) {
        return instructions <= FEW_INSTRUCTIONS ? MANY : FEW;
    }

    /** A multiple of 256 below 2^36, another one for each object of a placement. */
    long gap(int object) {
        long z = (number * 1_000_003L + object + 1) * 0x9E3779B97F4A7C15L; // SplitMix64
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (z ^ (z >>> 31)) >>> 28 & ~0xffL;
    }
}

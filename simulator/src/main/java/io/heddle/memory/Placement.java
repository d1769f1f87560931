package io.heddle.memory;

import java.util.Map;

/**
 * How the objects of a launch are placed. A kernel must compute the same under each placement,
 * since PTX and CUDA promise no more than that tensors start at multiples of 256, variables at
 * multiples of their declared alignment, and that objects do not overlap.
 *
 * @param number 0: objects follow each other upwards, each at a multiple of 1024, at distances that
 *     are no round numbers. 1: they follow each other downwards, each bit of a base that nothing
 *     promises is the other one, and each tensor crosses a multiple of 2^32 behind its first 256
 *     bytes. More: upwards from some address, with gaps of some size; one variable of each state
 *     space lies at its beginning, the first one under 2, the next one under 3; under 3 to 5
 *     tensors cross a multiple of 2^31 or 2^32 at their beginning, middle or end
 * @param least the least alignment of shared variables, where the declared one is less
 * @param assumed alignments that the verdict assumes already, by object
 */
public record Placement(int number, int least, Map<String, Integer> assumed) {
    /** The placement of ordinary executions. */
    public static final Placement UPWARD = new Placement(0, 1, Map.of());

    /** Objects are aligned to that or more under {@link #UPWARD}. */
    public static final int GRAIN = 1024;

    private static final int DOWNWARD = 1;
    private static final int AT_NULL = 2;
    private static final int OF_PERMUTATIONS = 3;
    private static final long FEW_INSTRUCTIONS = 200_000;
    private static final int MANY = 8;
    private static final int FEW = 4;

    /** Copies the map. */
    public Placement {
        assumed = Map.copyOf(assumed);
    }

    /**
     * How many placements are tried. A hash of an address to one bit is the same under all of them
     * with probability 2 to the power of this number less one; long executions get fewer.
     *
     * @param instructions that one execution takes
     * @param permuted true if only addresses of shared variables are permuted and nothing else is
     *     done with any
     */
    public static int tried(long instructions, boolean permuted) {
        return permuted ? OF_PERMUTATIONS : instructions <= FEW_INSTRUCTIONS ? MANY : FEW;
    }

    boolean isUpward() {
        return number == 0;
    }

    boolean isDownward() {
        return number == DOWNWARD;
    }

    /**
     * True if the variable lies at the first address of its state space.
     *
     * @param object counted in its state space
     */
    boolean isAtNull(int object) {
        return number >= AT_NULL && object == number - AT_NULL;
    }

    /**
     * The lower half of a tensor's base, such that it crosses a boundary; −1 if it need not.
     *
     * @param size bytes
     */
    long crossing(long size) {
        return switch (number) {
            case 3 -> 0x7fff_ff00L;
            case 4 -> lowerHalf(-(size / 2 & -256));
            case 5 -> lowerHalf(-(size - 1 & -256));
            default -> -1;
        };
    }

    private static long lowerHalf(long address) {
        return address & 0xffff_ffffL;
    }

    /** What an object is aligned to at least, as is declared or assumed. */
    int alignment(String object, int declared) {
        return Math.max(declared, assumed.getOrDefault(object, 1));
    }

    /**
     * How far behind a multiple of {@link #GRAIN} the object lies.
     *
     * @param object counted in its state space
     * @param alignment that is promised
     */
    long displacement(int object, int alignment) {
        if (isUpward() || alignment >= GRAIN) {
            return 0;
        }
        return isDownward() ? GRAIN - alignment : mixed(object) >>> 40 & GRAIN - alignment;
    }

    /** A multiple of 256 below 2^36, another one for each object of a placement. */
    long gap(int object) {
        return mixed(object) >>> 28 & ~0xffL;
    }

    private long mixed(int object) {
        long z = (number * 1_000_003L + object + 1) * 0x9E3779B97F4A7C15L; // SplitMix64
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}

package io.heddle.replay.machine;

/**
 * Where the state spaces lie in the generic address space: each in a window of 2^36 bytes of its
 * own, global objects one a window from {@link #FIRST_GLOBAL} on.
 */
public final class Windows {
    /** A window has two to this many bytes. */
    static final int BITS = 36;

    public static final long SHARED = 1L << BITS;
    public static final long LOCAL = 2L << BITS;
    public static final long PARAMETER = 3L << BITS;
    static final long CONSTANT = 4L << BITS;
    static final long CODE = 5L << BITS;
    public static final long FIRST_GLOBAL = 16L << BITS;

    /** Addresses of local and parameter variables hold the depth of their frame above this bit. */
    public static final int DEPTH_SHIFT = 24;

    private Windows() {}

    /** The window of an address: its base, {@link #FIRST_GLOBAL} for all of global memory. */
    public static long of(long generic) {
        return Math.min(generic & -(1L << BITS), FIRST_GLOBAL);
    }

    /** The base of the {@code index}-th global object. */
    static long global(int index) {
        return FIRST_GLOBAL + ((long) index << BITS);
    }

    /** The window of a state space's spelling such as {@code shared::cta}, or −1. */
    public static long ofSpace(String modifier) {
        return switch (modifier) {
            case "shared", "shared::cta", "shared::cluster" -> SHARED;
            case "local" -> LOCAL;
            case "param", "param::entry", "param::func" -> PARAMETER;
            case "const" -> CONSTANT;
            case "global" -> FIRST_GLOBAL;
            default -> -1;
        };
    }
}

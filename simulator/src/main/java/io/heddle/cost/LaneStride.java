package io.heddle.cost;

import java.io.Serializable;

/**
 * How far apart the addresses of neighbouring lanes are in the accesses of an instruction.
 *
 * @param kind whether it is one distance
 * @param bytes the distance, if so
 * @param width bytes of one lane's access
 */
public record LaneStride(Kind kind, long bytes, int width) implements Serializable {
    /** Whether there is one distance. */
    public enum Kind {
        /** No access with two lanes was seen. */
        NONE,
        /** The same between all lanes in all accesses. */
        SAME,
        /** Several. */
        SEVERAL
    }

    static final LaneStride NONE = new LaneStride(Kind.NONE, 0, 0);
    static final LaneStride SEVERAL = new LaneStride(Kind.SEVERAL, 0, 0);

    /** The distances in one access. */
    static LaneStride of(long[] addresses, int mask, int width) {
        LaneStride all = NONE;
        int before = -1;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (before >= 0) {
                long bytes = addresses[lane] - addresses[before];
                if (lane != before + 1) {
                    return SEVERAL; // there is a gap between the lanes
                }
                if (all.kind == Kind.SAME && all.bytes != bytes) {
                    return SEVERAL;
                }
                if (all.kind == Kind.NONE) {
                    all = new LaneStride(Kind.SAME, bytes, width);
                }
            }
            before = lane;
        }
        return all;
    }

    /** The distances of this and another. */
    LaneStride and(LaneStride other) {
        if (kind == Kind.NONE || equals(other)) {
            return other;
        }
        return other.kind == Kind.NONE ? this : SEVERAL;
    }
}

package io.heddle.anyinput.query;

import java.math.BigInteger;

/**
 * The integers between two bounds.
 *
 * @param low the least
 * @param high the greatest
 */
record IntegerRange(BigInteger low, BigInteger high) {
    /** What is in both ranges; this one if nothing is, since then nothing can hold anyway. */
    IntegerRange and(IntegerRange other) {
        BigInteger least = low.max(other.low);
        BigInteger most = high.min(other.high);
        return least.compareTo(most) <= 0 ? new IntegerRange(least, most) : this;
    }

    /** The sums of two. */
    IntegerRange plus(IntegerRange other) {
        return new IntegerRange(low.add(other.low), high.add(other.high));
    }

    /** The products of two. */
    IntegerRange times(IntegerRange other) {
        BigInteger[] ends = {
            low.multiply(other.low),
            low.multiply(other.high),
            high.multiply(other.low),
            high.multiply(other.high)
        };
        BigInteger least = ends[0];
        BigInteger most = ends[0];
        for (BigInteger e : ends) {
            least = least.min(e);
            most = most.max(e);
        }
        return new IntegerRange(least, most);
    }

    /** True if all are in another range. */
    boolean isIn(IntegerRange other) {
        return low.compareTo(other.low) >= 0 && high.compareTo(other.high) <= 0;
    }

    boolean isNatural() {
        return low.signum() >= 0;
    }

    boolean isPositive() {
        return low.signum() > 0;
    }
}

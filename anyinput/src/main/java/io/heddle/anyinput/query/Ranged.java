package io.heddle.anyinput.query;

import java.math.BigInteger;

/**
 * An integer and the range in which it lies.
 *
 * @param value a sum of products of variables
 * @param low its least value
 * @param high its greatest value
 */
record Ranged(Polynomial value, BigInteger low, BigInteger high) {
    static Ranged of(BigInteger value) {
        return new Ranged(Polynomial.of(value), value, value);
    }

    IntegerRange range() {
        return new IntegerRange(low, high);
    }
}

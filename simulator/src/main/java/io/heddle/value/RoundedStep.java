package io.heddle.value;

import java.io.Serializable;

/**
 * A comparison of floats, or a rounding of one to an integer, that may turn out otherwise on the
 * machine than over the reals, because what it is given was rounded.
 *
 * @param a the lesser of the terms that are compared, or the term that is rounded; 0 for a result
 *     that is a constant over the reals, whatever it decides
 * @param b the greater of the terms that are compared, or 0
 * @param place what the instruction does and where, for a user
 */
public record RoundedStep(int a, int b, String place) implements Serializable {
    /** True if it makes an integer of a float. */
    public boolean isConversion() {
        return a != 0 && b == 0;
    }

    /** True if what was rounded is a constant over the reals. */
    public boolean isConstant() {
        return a == 0;
    }
}

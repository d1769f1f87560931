package io.heddle.value;

import io.heddle.finding.Location;
import java.io.Serializable;

/**
 * A comparison of floats, a rounding of one to an integer, a reading of its bits, or a root or
 * logarithm of it, that may turn out otherwise on the machine than over the reals, because what it
 * is given was rounded.
 *
 * @param a the lesser of the terms that are compared, or the term that is rounded or read, or whose
 *     root or logarithm is taken; 0 for a result that is a constant over the reals, whatever it
 *     decides
 * @param b the greater of the terms that are compared, the term that is read, {@link #DOMAIN} for a
 *     root or a logarithm, or 0
 * @param how the format of the floats, and whether the machine rounded them before this step
 * @param place what the instruction does and where, for a user
 * @param at where the instruction is; null for a reading of bits, which no one instruction does
 */
public record RoundedStep(int a, int b, int how, String place, Location at)
        implements Serializable {
    /** In place of a second term: the step asks whether the first one is negative. */
    public static final int DOMAIN = -1;

    /** True if it makes an integer of a float. */
    public boolean isConversion() {
        return a != 0 && b == 0;
    }

    /** True if what was rounded is a constant over the reals. */
    public boolean isConstant() {
        return a == 0;
    }
}

package io.heddle.spec.index;

/** Operations that have a value for some operands only. */
public enum Domain {
    /** The divisor is not 0. */
    DIVISION,
    /** The argument of a root is not negative. */
    ROOT,
    /** The argument of a logarithm is positive. */
    LOGARITHM
}

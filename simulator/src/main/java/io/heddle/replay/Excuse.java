package io.heddle.replay;

/** Why two kernels that are equal over the reals may differ at a point in their own arithmetic. */
public enum Excuse {
    /** Numbers overflowed, or vanished and then were divided by or had their logarithm taken. */
    OVERFLOW,
    /** A divisor was zero. */
    DIVISION,
    /** The argument of a root was negative. */
    ROOT,
    /** The argument of a logarithm was not positive. */
    LOGARITHM,
    /** An integer that became a float was rounded. */
    ROUNDED_INTEGER,
    /** A float that became an integer was beyond the range of its type, or NaN. */
    CLAMPED_CONVERSION,
    /** A zero was negative. */
    NEGATIVE_ZERO,
    /** A word of an integer tensor is the pattern of an infinity or a NaN. */
    SPECIAL_WORD
}

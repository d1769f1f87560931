package io.heddle.replay.machine;

/**
 * What becomes of a floating-point result that left the reals although its operands were numbers: a
 * run in which such results are replaced shows which outputs depend on them.
 */
public enum Repair {
    /** Results stay as the PTX ISA says. */
    NONE,
    /** Where numbers overflowed to ±∞: the greatest number of that sign. */
    OVERFLOW_TO_GREATEST,
    /** Where numbers overflowed to ±∞: NaN, which marks all that is computed from it. */
    OVERFLOW_TO_NAN,
    /** Where a nonzero result became zero: the least normal number of its sign. */
    UNDERFLOW_TO_LEAST,
    /** Where a divisor was zero: one. */
    DIVISION_TO_ONE,
    /** Where the argument of a root was negative: one. */
    ROOT_TO_ONE,
    /** Where the argument of a logarithm was not positive: one. */
    LOGARITHM_TO_ONE,
    /** Where an integer that became a float was rounded: NaN. */
    ROUNDED_INTEGER_TO_NAN,
    /** Where an input or a result is −0: +0. */
    NEGATIVE_ZERO_TO_POSITIVE,
    /** Where a word that is read is an infinity or a NaN in a float format: a number. */
    SPECIAL_WORD_TO_NUMBER
}

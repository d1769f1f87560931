package io.heddle.finding;

import java.io.Serializable;

/**
 * An assumption of a simulation, which the verdict must list.
 *
 * @param kind what a rule may ask for
 * @param subject what a rule asks by: the step of a {@link Kind#ROUNDING}, the name of a {@link
 *     Kind#LIBRARY_FUNCTION}; else null
 * @param text in the user's words, complete with what it is about; equal texts are listed once
 * @param location where it was used, or null
 */
public record Assumption(Kind kind, String subject, String text, Location location)
        implements Serializable {
    /** What an assumption is about. Rules ask for the kind and never read the text. */
    public enum Kind {
        /** A rounding does not decide what a step does with a float. */
        ROUNDING,
        /** No subnormal number is flushed, or compared where it would be. */
        SUBNORMAL,
        /** An integer operation of 8, 32 or 64 bits does not overflow. */
        INTEGER_OVERFLOW,
        /** An integer operation of 16 bits does not overflow. */
        NARROW_OVERFLOW,
        /** A result that a program tests for infinity or NaN does not overflow. */
        FLOAT_OVERFLOW,
        /** A float to which a great constant is added keeps the exponent of the sum. */
        KEPT_EXPONENT,
        /** A float keeps the integer that it is made of. */
        ROUNDED_INTEGER,
        /** A float that becomes an integer is a number within the range of its type. */
        CLAMPED_CONVERSION,
        /** A zero that is computed is +0. */
        ZERO_SIGN,
        /** A running maximum or minimum leaves the low or great number that it starts at. */
        MAXIMUM_ABOVE_START,
        /** A large negative constant masks as −∞ does. */
        FINITE_MASK,
        /** Inlined code is the library function that it was recognised as. */
        LIBRARY_FUNCTION,
        /** A trap is not executed. */
        TRAP,
        /** What a launch leaves in a variable of its module does not matter. */
        LEFT_VARIABLE,
        /** Anything that no rule asks for. */
        OTHER
    }
}

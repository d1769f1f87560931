package io.heddle.algebra;

import io.heddle.term.FloatFormat;

/**
 * The number that a floating-point literal of the program stands for; one reading serves both sides
 * of a verification condition.
 */
@FunctionalInterface
public interface LiteralReading {
    /** Every literal is exactly its rational value. */
    LiteralReading EXACT = (ring, format, bits) -> Polynomial.constant(format.value(bits));

    /**
     * The reading for operands of comparisons and of roundings to integers, where the distance
     * between a literal and the number that it rounds may change the result.
     */
    default LiteralReading whereDecisive() {
        return this;
    }

    /** The value of the pattern {@code bits} of {@code format}. */
    Polynomial read(Ring ring, FloatFormat format, long bits);
}

package io.heddle.spec.index;

import io.heddle.term.Rational;
import java.io.Serializable;

/**
 * A range of numbers.
 *
 * @param low the least, or null if it is not known
 * @param high the greatest, or null
 */
public record ElementRange(Rational low, Rational high) implements Serializable {
    /** Any number. */
    static final ElementRange UNKNOWN = new ElementRange(null, null);

    boolean isOne() {
        return low != null && low.equals(high);
    }

    /** True if all of it lies from 0 to {@code extent}, exclusively. */
    boolean isIn(int extent) {
        return low != null
                && high != null
                && low.signum() >= 0
                && high.compareTo(Rational.of(extent)) < 0;
    }

    ElementRange plus(ElementRange b) {
        return new ElementRange(
                low == null || b.low == null ? null : low.add(b.low),
                high == null || b.high == null ? null : high.add(b.high));
    }

    ElementRange negate() {
        return new ElementRange(
                high == null ? null : high.negate(), low == null ? null : low.negate());
    }

    ElementRange times(Rational factor) {
        if (factor.signum() < 0) {
            return negate().times(factor.negate());
        }
        return new ElementRange(
                low == null ? null : low.multiply(factor),
                high == null ? null : high.multiply(factor));
    }

    ElementRange floor() {
        return new ElementRange(
                low == null ? null : Rational.of(low.floor()),
                high == null ? null : Rational.of(high.floor()));
    }

    /** Both ranges and what lies between them. */
    ElementRange or(ElementRange b) {
        boolean lowKnown = low != null && b.low != null;
        boolean highKnown = high != null && b.high != null;
        return new ElementRange(
                !lowKnown ? null : low.compareTo(b.low) < 0 ? low : b.low,
                !highKnown ? null : high.compareTo(b.high) > 0 ? high : b.high);
    }

    /** The range of the greater of two numbers. */
    ElementRange max(ElementRange b) {
        Rational least = low == null || b.low != null && b.low.compareTo(low) > 0 ? b.low : low;
        return new ElementRange(least, or(b).high);
    }
}

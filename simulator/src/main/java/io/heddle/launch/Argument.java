package io.heddle.launch;

import io.heddle.ptx.Bytes;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.io.Serializable;

/** The argument for one kernel parameter. */
public sealed interface Argument extends Serializable {
    /** A pointer to the first byte of a tensor. */
    record Tensor(TensorSpec tensor) implements Argument {}

    /**
     * A concrete scalar, converted to the parameter's type.
     *
     * @param value its value
     * @param real true if it was written with a point or exponent (for {@code .bN} parameters: a
     *     float of that width)
     */
    record Scalar(Rational value, boolean real) implements Argument {}

    /**
     * A concrete scalar that is no number, for a parameter of a floating-point type.
     *
     * @param value an infinity or NaN
     */
    record NonFinite(double value) implements Argument {
        /** The one spelled {@code inf}, {@code -inf} or {@code nan}; null for any other text. */
        public static NonFinite parse(String text) {
            return switch (text) {
                case "inf", "+inf" -> new NonFinite(Double.POSITIVE_INFINITY);
                case "-inf" -> new NonFinite(Double.NEGATIVE_INFINITY);
                case "nan" -> new NonFinite(Double.NaN);
                default -> null;
            };
        }
    }

    /**
     * The scalar −0, whose sign no number has: of a parameter of an integer type it is 0.
     *
     * @param real true if it was written with a point or exponent, as of {@link Scalar}
     */
    record NegativeZero(boolean real) implements Argument {}

    /** A symbolic scalar. */
    record SymbolicScalar(String name, ElementType type) implements Argument {}

    /** The null pointer. */
    record Null() implements Argument {}

    /**
     * An aggregate by value.
     *
     * @param bytes all of it
     * @param layout where its fields lie, in words, for messages; empty if it was given as bytes
     */
    record Aggregate(Bytes bytes, String layout) implements Argument {
        /** An aggregate whose fields are not known. */
        public Aggregate(Bytes bytes) {
            this(bytes, "");
        }
    }
}

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

    /** A symbolic scalar. */
    record SymbolicScalar(String name, ElementType type) implements Argument {}

    /** The null pointer. */
    record Null() implements Argument {}

    /** An aggregate by value. */
    record Aggregate(Bytes bytes) implements Argument {}
}

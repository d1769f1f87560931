package io.heddle.launch;

import io.heddle.ptx.Bytes;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The argument for one kernel parameter. */
public sealed interface Argument extends Serializable {
    /** The arguments that are no aggregates and no bytes: this one, or those among its fields. */
    default Stream<Argument> parts() {
        return Stream.of(this);
    }

    /** This argument with other tensors for those of their names. */
    default Argument with(Map<String, TensorSpec> tensors) {
        return this;
    }

    /** A pointer to the first byte of a tensor. */
    record Tensor(TensorSpec tensor) implements Argument {
        @Override
        public Argument with(Map<String, TensorSpec> tensors) {
            return new Tensor(tensors.getOrDefault(tensor.name(), tensor));
        }
    }

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
     * @param bytes all of it; 0 where a field of {@code fields} lies
     * @param fields those that no bytes are known of before the launch, by ascending offset
     * @param layout where all fields lie, in words, for messages; empty if it was given as bytes
     */
    record Aggregate(Bytes bytes, List<Field> fields, String layout) implements Argument {
        /** Copies the list. */
        public Aggregate {
            fields = List.copyOf(fields);
        }

        /** An aggregate whose fields are not known. */
        public Aggregate(Bytes bytes) {
            this(bytes, List.of(), "");
        }

        @Override
        public Stream<Argument> parts() {
            return fields.stream().map(Field::value);
        }

        @Override
        public Argument with(Map<String, TensorSpec> tensors) {
            return new Aggregate(
                    bytes,
                    fields.stream()
                            .map(f -> new Field(f.offset(), f.value().with(tensors)))
                            .toList(),
                    layout);
        }
    }

    /**
     * A pointer to a tensor or a symbolic scalar in an aggregate.
     *
     * @param offset in bytes
     * @param value a {@link Tensor} or a {@link SymbolicScalar}
     */
    record Field(int offset, Argument value) implements Serializable {
        /** Size of a pointer, and its alignment. */
        public static final int POINTER = 8;

        /** A field of a kind that has a place in an aggregate. */
        public Field {
            if (!(value instanceof Tensor || value instanceof SymbolicScalar)) {
                throw new IllegalArgumentException("no field: " + value);
            }
        }

        /** Its size in bytes. */
        public int size() {
            return value instanceof SymbolicScalar s ? s.type().bytes() : POINTER;
        }
    }
}

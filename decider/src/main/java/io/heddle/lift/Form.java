package io.heddle.lift;

import io.heddle.term.Rational;
import java.util.List;

/**
 * An expression over single elements of tensors, as {@link Forms} makes it: sums are flat, products
 * have one power a base and one exponential. Forms of one {@link Forms} are equal only if they are
 * the same object.
 */
final class Form {
    /** What a form is made of. */
    enum Kind {
        /** A rational number: the label. */
        NUMBER,
        /** A number of the program that stands for itself, an f32: the label. */
        DECIMAL,
        /** A {@link io.heddle.term.NamedConstant}: the label. */
        CONSTANT,
        /** +∞ or −∞; the label is true for −∞. */
        INFINITY,
        /** An element: the label is its symbol, the index its row-major index. */
        READ,
        /**
         * Some bits of the only part, an integer that is not negative: the label is how many, the
         * index the number of the lowest.
         */
        FIELD,
        /** The sum of all parts, each with its coefficient. */
        SUM,
        /** The product of all parts, each with its power. */
        PRODUCT,
        /** A {@link io.heddle.spec.index.RealFunction}, the label, of the only part. */
        APPLY,
        /** The greatest part. */
        MAX,
        /** The least part. */
        MIN
    }

    private final int id;
    private final Kind kind;
    private final Object label;
    private final long index;
    private final List<Form> parts;
    private final List<Rational> coefficients;
    private final List<Integer> powers;

    Form(int id, Key key) {
        this.id = id;
        this.kind = key.kind();
        this.label = key.label();
        this.index = key.index();
        this.parts = key.parts();
        this.coefficients = key.coefficients();
        this.powers = key.powers();
    }

    /**
     * What tells a form from all others.
     *
     * @param label see {@link Kind}
     * @param index of a read or a field, else 0
     * @param coefficients of a sum, else empty
     * @param powers of a product, else empty
     */
    record Key(
            Kind kind,
            Object label,
            long index,
            List<Form> parts,
            List<Rational> coefficients,
            List<Integer> powers) {}

    /** The order in which forms were made; parts have smaller numbers. */
    int id() {
        return id;
    }

    Kind kind() {
        return kind;
    }

    /** See {@link Kind}. */
    Object label() {
        return label;
    }

    /** The row-major index of a read, or the lowest bit of a field. */
    long index() {
        return index;
    }

    /** What it is made of. */
    List<Form> parts() {
        return parts;
    }

    /** The only or the first part. */
    Form part() {
        return parts.get(0);
    }

    /** The coefficient of a part of a sum. */
    Rational coefficient(int part) {
        return coefficients.get(part);
    }

    /** The power of a part of a product. */
    int power(int part) {
        return powers.get(part);
    }

    boolean is(Kind other) {
        return kind == other;
    }

    /** The value of a NUMBER. */
    Rational number() {
        return (Rational) label;
    }
}

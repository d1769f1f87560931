package io.heddle.suite;

import io.heddle.launch.Argument;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.FloatFormat.Kind;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Collects the elements that a list or a file gives a tensor: numbers, and of floats also zeros
 * with a sign, infinities and NaN.
 */
final class ValueList {
    private final ElementType type;
    private final List<Rational> values = new ArrayList<>();
    private final List<Init.Special> specials = new ArrayList<>();

    /** No elements yet, of a type. */
    ValueList(ElementType type) {
        this.type = type;
    }

    /**
     * Adds the next element as it is written.
     *
     * @return why it is none, null if it was added
     */
    String add(String text) {
        Numbers.Literal literal = Numbers.parse(text);
        Argument.NonFinite other = Argument.NonFinite.parse(text);
        if (literal == null && other == null) {
            return "expected a number, found '" + text + "'";
        }
        return literal == null ? add(text, other) : add(literal);
    }

    private String add(Numbers.Literal literal) {
        String misfit = Tensors.misfit(literal.value(), type);
        if (misfit == null && literal.isNegativeZero() && type.isFloat()) {
            addSpecial(1L << type.bits() - 1);
        } else if (misfit == null) {
            values.add(literal.value());
        }
        return misfit;
    }

    private String add(String text, Argument.NonFinite value) {
        Kind kind =
                Double.isNaN(value.value())
                        ? Kind.NAN
                        : value.value() < 0 ? Kind.NEGATIVE_INFINITY : Kind.POSITIVE_INFINITY;
        OptionalLong bits = type.isFloat() ? type.format().pattern(kind) : OptionalLong.empty();
        bits.ifPresent(this::addSpecial);
        return bits.isPresent() ? null : text + " is not a value of " + type.spelling();
    }

    private void addSpecial(long bits) {
        specials.add(new Init.Special(values.size(), bits));
        values.add(Rational.ZERO);
    }

    /** Adds the next element by its pattern. */
    void addBits(long bits) {
        if (type.isFloat()) {
            FloatFormat format = type.format();
            boolean negativeZero = bits == 1L << type.bits() - 1;
            if (format.kind(bits) != Kind.FINITE || negativeZero) {
                addSpecial(bits);
            } else {
                values.add(format.value(bits));
            }
        } else if (type.isSigned()) {
            int unused = 64 - type.bits();
            values.add(Rational.of(bits << unused >> unused));
        } else {
            values.add(Rational.of(new BigInteger(Long.toUnsignedString(bits))));
        }
    }

    int size() {
        return values.size();
    }

    Init init() {
        return new Init.Values(values, specials);
    }
}

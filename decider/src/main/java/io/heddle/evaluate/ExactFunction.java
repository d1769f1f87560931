package io.heddle.evaluate;

import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import java.util.Optional;
import java.util.OptionalLong;

/** A named function whose value at rational arguments is known exactly. */
interface ExactFunction {
    /** The value at {@code arguments}, or null where it is not defined. */
    Rational apply(Rational... arguments);

    /** The upper half of a number that is an f32, or null of what is none. */
    private static Rational upperHalf(Rational r) {
        OptionalLong pattern = FloatFormat.F32.pattern(r);
        return pattern.isEmpty() ? null : FloatFormat.F32.value(pattern.getAsLong() & 0xffff0000L);
    }

    /** The function named {@code name}, or empty where its meaning is not known. */
    static Optional<ExactFunction> named(String name) {
        if (name.equals(io.heddle.term.Function.UPPER_HALF.name())) {
            return Optional.of(arguments -> upperHalf(arguments[0]));
        }
        Optional<ExactFunction> quantisation = Quantisation.named(name);
        return quantisation.isPresent()
                ? quantisation
                : IntegerFunction.named(name).map(f -> (ExactFunction) f);
    }
}

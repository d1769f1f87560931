package io.heddle.evaluate;

import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
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

    /** What {@code function} computes, or empty where its meaning is not known. */
    static Optional<ExactFunction> of(Function function) {
        if (function.equals(Function.UPPER_HALF)) {
            return Optional.of(arguments -> upperHalf(arguments[0]));
        }
        return switch (function.kind()) {
            case QUANTISATION -> Optional.of(new Quantisation(function.format()));
            case NAMED -> IntegerFunction.named(function.name()).map(f -> (ExactFunction) f);
            case FLOAT_OF_BITS, BITS_OF_FLOAT, TENSOR, ROUNDED, RUN_DEPENDENT -> Optional.empty();
        };
    }
}

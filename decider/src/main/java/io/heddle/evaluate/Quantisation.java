package io.heddle.evaluate;

import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import java.util.Optional;

/** The rounding of {@link Function#quantisation}. */
record Quantisation(FloatFormat format) implements ExactFunction {
    static Optional<ExactFunction> named(String name) {
        for (FloatFormat format : FloatFormat.values()) {
            if (Function.quantisation(format).name().equals(name)) {
                return Optional.of(new Quantisation(format));
            }
        }
        return Optional.empty();
    }

    @Override
    public Rational apply(Rational... arguments) {
        return format.nearest(arguments[0]);
    }
}

package io.heddle.evaluate;

import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Rational;

/** The rounding of {@link Function#quantisation}. */
record Quantisation(FloatFormat format) implements ExactFunction {
    @Override
    public Rational apply(Rational... arguments) {
        return format.nearest(arguments[0]);
    }
}

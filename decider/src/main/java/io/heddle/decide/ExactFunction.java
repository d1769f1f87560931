package io.heddle.decide;

import io.heddle.term.Rational;
import java.util.Optional;

/** A named function whose value at rational arguments is known exactly. */
interface ExactFunction {
    /** The value at {@code arguments}, or null where it is not defined. */
    Rational apply(Rational... arguments);

    /** The function named {@code name}, or empty where its meaning is not known. */
    static Optional<ExactFunction> named(String name) {
        Optional<ExactFunction> quantisation = Quantisation.named(name);
        return quantisation.isPresent()
                ? quantisation
                : IntegerFunction.named(name).map(f -> (ExactFunction) f);
    }
}

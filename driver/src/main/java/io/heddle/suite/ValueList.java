package io.heddle.suite;

import io.heddle.launch.TensorSpec.Init;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.List;

/** Collects the elements that a list or a file gives a tensor, with the signs of its zeros. */
final class ValueList {
    private final ElementType type;
    private final List<Rational> values = new ArrayList<>();
    private final List<Integer> negativeZeros = new ArrayList<>();

    /** No elements yet, of a type. */
    ValueList(ElementType type) {
        this.type = type;
    }

    /** Adds the next element. */
    void add(Rational value, boolean negative) {
        if (negative && value.isZero() && type.isFloat()) {
            negativeZeros.add(values.size());
        }
        values.add(value);
    }

    int size() {
        return values.size();
    }

    Init init() {
        return new Init.Values(values, negativeZeros);
    }
}

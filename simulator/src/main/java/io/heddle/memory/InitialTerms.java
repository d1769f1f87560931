package io.heddle.memory;

import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.function.LongToIntFunction;

/** The terms of a tensor's elements before anything is stored to it. */
public final class InitialTerms {
    private InitialTerms() {}

    /**
     * The term of each element by its row-major index; the element itself where its contents are
     * unknown or undefined.
     */
    public static LongToIntFunction of(TensorSpec tensor, TermStore store) {
        ElementType type = tensor.type();
        if (tensor.init() instanceof Init.Zero) {
            return flat -> store.zero();
        } else if (tensor.init() instanceof Init.Iota) {
            return flat -> number(Rational.of(flat), type, store);
        } else if (tensor.init() instanceof Init.Values v) {
            return flat -> {
                Init.Special special = v.special((int) flat);
                return special == null
                        ? number(v.values().get((int) flat), type, store)
                        : store.literal(type.format(), special.bits());
            };
        }
        int symbol = store.declare(tensor.symbol());
        return flat -> store.element(symbol, flat);
    }

    private static int number(Rational value, ElementType type, TermStore store) {
        long bits = GlobalMemory.pattern(type, value);
        return type.isFloat() ? store.literal(type.format(), bits) : store.rational(value);
    }
}

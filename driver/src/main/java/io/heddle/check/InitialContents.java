package io.heddle.check;

import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.term.TermStore;

/** The contents of a tensor before a launch, as terms. */
final class InitialContents {
    private InitialContents() {}

    /** The term of an element; the element itself where its contents are unknown or undefined. */
    static int term(TermStore store, TensorSpec spec, int index) {
        Init init = spec.init();
        if (init instanceof Init.Zero) {
            return store.zero();
        }
        if (init instanceof Init.Iota) {
            return store.integer(index);
        }
        if (init instanceof Init.Values values) {
            Init.Special special = values.special(index);
            return special == null
                    ? store.rational(values.values().get(index))
                    : switch (spec.type().format().kind(special.bits())) {
                        case FINITE -> store.zero();
                        case NEGATIVE_INFINITY -> store.negInf();
                        case POSITIVE_INFINITY -> store.posInf();
                        case NAN -> store.nan();
                    };
        }
        return store.element(store.declare(spec.symbol()), index);
    }
}

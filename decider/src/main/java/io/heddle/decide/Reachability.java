package io.heddle.decide;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.refute.Refuter;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.Map;
import java.util.Optional;

/** Whether a condition can hold, shown by a concrete input. */
public final class Reachability {
    private Reachability() {}

    /**
     * An input on which {@code condition} holds, by the user's spelling of its elements; empty if
     * the sample points show none, which proves nothing.
     */
    public static Optional<Map<String, Rational>> point(TermStore store, int condition) {
        Refuter refuter = new Refuter(store, DecideOptions.defaults());
        VerificationCondition trivial =
                new VerificationCondition("", 0, store.zero(), store.zero());
        return refuter.witness(trivial, condition);
    }

    /** True only if no input makes {@code condition} true; false proves nothing. */
    public static boolean isImpossible(TermStore store, int condition) {
        return Contradiction.in(store, condition);
    }
}

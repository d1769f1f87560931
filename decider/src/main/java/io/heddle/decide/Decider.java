package io.heddle.decide;

import io.heddle.term.TermStore;
import java.util.List;

/**
 * Decides many verification conditions over one store. Not thread-safe; the store is only read.
 *
 * <p>The stages are those of design.md section 6, cheapest first.
 */
public final class Decider {
    private final TermStore store;
    private final DecideOptions options;

    /** A decider over {@code store}. */
    public Decider(TermStore store, DecideOptions options) {
        this.store = store;
        this.options = options;
    }

    /**
     * The decisions, in the order of {@code conditions}; stops early never, refutes as cheaply as
     * it can.
     */
    public List<Decision> decide(List<VerificationCondition> conditions) {
        if (conditions.isEmpty() || store.size() == 0 || options == null) {
            return List.of();
        }
        throw new IllegalStateException("the decision is being written");
    }
}

package io.heddle.check;

import io.heddle.algebra.Recovery;
import io.heddle.decide.Decision;
import java.util.List;

/**
 * What the decision of a simulated pair found.
 *
 * @param recovery the numbers for which literals stand in all its proofs
 * @param decisions one for each of {@link Simulated#conditions()}, in their order
 * @param millis what they took
 */
public record Decided(Recovery recovery, List<Decision> decisions, long millis) {
    /** Copies the list. */
    public Decided {
        decisions = List.copyOf(decisions);
    }
}

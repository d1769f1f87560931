package io.heddle.decide;

import io.heddle.condition.VerificationCondition;
import io.heddle.term.LimitExceededException;

/** Proofs over the merged graphs of a pair, for the conditions of one range. */
final class LemmaProofs {
    private static final int MOST_FAILURES = 4; // in a row

    private final LemmaGraphs graphs;
    private int failures;
    private boolean helped;

    LemmaProofs(LemmaGraphs graphs) {
        this.graphs = graphs;
    }

    /** True if the last condition was proved by lemmas. */
    boolean haveJustHelped() {
        return helped;
    }

    /** The proof of a condition, or null. */
    MergedGraph.Proof prove(VerificationCondition vc) {
        if (failures >= MOST_FAILURES || graphs.areTooLarge()) {
            return null;
        }
        try {
            for (MergedGraph graph : graphs.get()) {
                MergedGraph.Proof proof = graph.prove(vc);
                if (proof != null) {
                    failures = 0;
                    helped = true;
                    return proof;
                }
            }
        } catch (LimitExceededException e) {
            // too large for lemmas
        }
        failures++;
        helped = false;
        return null;
    }
}

package io.heddle.decide;

import io.heddle.condition.VerificationCondition;
import io.heddle.term.LimitExceededException;
import java.util.Optional;

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

    /** False if no proof by lemmas will be tried. */
    boolean mayHelp() {
        return failures < MOST_FAILURES && !graphs.areTooLarge();
    }

    /** The proof of a condition, or empty. */
    Optional<MergedGraph.Proof> prove(VerificationCondition vc) {
        if (!mayHelp()) {
            return Optional.empty();
        }
        try {
            for (int i = 0; i < graphs.count(); i++) {
                Optional<MergedGraph.Proof> proof = graphs.get(i).prove(vc);
                if (proof.isPresent()) {
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
        return Optional.empty();
    }
}

package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Proofs over merged graphs: one whose literals have their exact value, and one whose literals are
 * the numbers that they round. The graphs are made when they are first needed.
 */
final class LemmaProofs {
    private static final int MOST_FAILURES = 4; // in a row
    private static final long MOST_TERMS = 4_000_000;
    private static final long MOST_MONOMIALS = 1_000_000;

    private final TermStore store;
    private final DecideOptions options;
    private final List<VerificationCondition> conditions;
    private final FanOut fanOut;
    private final boolean recovery;
    private List<MergedGraph> graphs;
    private int failures;
    private boolean helped;

    /**
     * @param conditions those that proofs are asked of, and their neighbours
     * @param recovery whether some literal may stand for a number that it rounds
     */
    LemmaProofs(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            FanOut fanOut,
            boolean recovery) {
        this.store = store;
        this.options = options.within(MOST_MONOMIALS);
        this.conditions = conditions;
        this.fanOut = fanOut;
        this.recovery = recovery;
    }

    /** True if the last condition was proved by lemmas. */
    boolean haveJustHelped() {
        return helped;
    }

    /** The proof of a condition, or null. */
    MergedGraph.Proof prove(VerificationCondition vc) {
        if (failures >= MOST_FAILURES || fanOut.top() > MOST_TERMS) {
            return null;
        }
        try {
            if (graphs == null) {
                graphs = graphs();
            }
            for (MergedGraph graph : graphs) {
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

    private List<MergedGraph> graphs() {
        List<MergedGraph> made = new ArrayList<>();
        made.add(new MergedGraph(store, options, conditions, false));
        if (recovery && !readsLiteralsTwice()) {
            made.add(new MergedGraph(store, options, conditions, true));
        }
        return made;
    }

    /** True if literals below some operation keep their exact value although others do not. */
    private boolean readsLiteralsTwice() {
        return fanOut.contains(
                Op.LT, Op.LE, Op.EQ, Op.FLOOR, Op.CEIL, Op.TRUNC, Op.RINT, Op.ITE, Op.APPLY);
    }
}

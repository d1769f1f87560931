package io.heddle.decide;

import io.heddle.condition.Counterexample;
import java.io.Serializable;
import java.util.List;

/** The answer to one verification condition. */
public sealed interface Decision extends Serializable {
    /** How an equality was proved. */
    enum Method {
        /** Both sides are the same term. */
        SAME,
        /** The exact canonical forms agree. */
        EXACT,
        /** The exact forms agree over a graph in which equal inner terms are one. */
        LEMMA,
        /** Polynomial identity test with an error below 2^-100. */
        PIT
    }

    /**
     * The sides are equal wherever the assumptions hold, and a point where they hold was found on
     * which both are finite and agree.
     *
     * @param method the strongest method that was needed
     * @param assumptions domain conditions, then recovered constants
     * @param lemmas equalities of inner terms on which the proof rests
     * @param shown some of these equalities, for a user; empty but for one condition of those that
     *     are decided together
     */
    record Proved(
            Method method, List<ProofAssumption> assumptions, int lemmas, List<ShownLemma> shown)
            implements Decision {
        /** Copies the lists. */
        public Proved {
            assumptions = List.copyOf(assumptions);
            shown = List.copyOf(shown);
        }

        /** A proof without lemmas. */
        public Proved(Method method, List<ProofAssumption> assumptions) {
            this(method, assumptions, 0, List.of());
        }

        /** The same proof with other texts of its lemmas. */
        public Proved showing(List<ShownLemma> other) {
            return new Proved(method, assumptions, lemmas, other);
        }

        /** The assumptions in the user's words. */
        public List<String> texts() {
            return assumptions.stream().map(ProofAssumption::text).toList();
        }
    }

    /** The sides differ at a concrete point. */
    record Refuted(Counterexample counterexample) implements Decision {}

    /** Neither proved nor refuted. */
    record Undecided(String reason) implements Decision {}
}

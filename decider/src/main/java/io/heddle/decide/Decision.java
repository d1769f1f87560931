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
     * @param assumptions in the user's words: domain conditions, recovered constants, signs
     * @param lemmas equalities of inner terms on which the proof rests
     */
    record Proved(Method method, List<String> assumptions, int lemmas) implements Decision {
        /** Copies the list. */
        public Proved {
            assumptions = List.copyOf(assumptions);
        }

        /** A proof without lemmas. */
        public Proved(Method method, List<String> assumptions) {
            this(method, assumptions, 0);
        }
    }

    /** The sides differ at a concrete point. */
    record Refuted(Counterexample counterexample) implements Decision {}

    /** Neither proved nor refuted. */
    record Undecided(String reason) implements Decision {}
}

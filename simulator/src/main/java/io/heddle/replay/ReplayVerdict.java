package io.heddle.replay;

import io.heddle.term.Rational;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a comparison of two launches on concrete inputs came to. It can be sent. */
public sealed interface ReplayVerdict extends RunOutcome {
    /**
     * Everything compared agreed.
     *
     * @param points inputs on which both sides ran
     * @param elements elements compared at each
     * @param note what was left out, or empty
     * @param excuses what explains the disagreements at other points; empty if there were none
     * @param rounded true if at other points a rounding decides
     */
    record Agree(int points, long elements, String note, Set<Excuse> excuses, boolean rounded)
            implements ReplayVerdict {
        /** Copies the set. */
        public Agree {
            excuses = Set.copyOf(excuses);
        }
    }

    /**
     * The kernels disagree at so many points for reasons outside the reals that nothing is
     * confirmed.
     *
     * @param reason what happened, for a user
     */
    record Unconfirmed(String reason) implements ReplayVerdict {}

    /** A run shows what cannot be if the kernels are equal and without defects. */
    sealed interface Contradiction extends ReplayVerdict {}

    /**
     * A side does not come to its end: a stray access, a trap, a deadlock.
     *
     * @param message which side, why and where
     * @param inputs the first of the input values, by the user's spelling
     */
    record Stopped(String message, Map<String, Rational> inputs) implements Contradiction {
        /** Copies the map. */
        public Stopped {
            inputs = new TreeMap<>(inputs);
        }

        @Override
        public String toString() {
            return message + " at " + inputs;
        }
    }

    /**
     * An element differs by more than rounding explains.
     *
     * @param tensor its tensor
     * @param index its multi-index
     * @param reference the reference's value
     * @param candidate the candidate's value
     * @param tolerance the difference that rounding could explain
     * @param rounded true if a rounding may explain it, and some result is rounded at the inputs
     * @param inputs the first of the input values, by the user's spelling
     */
    record Disagree(
            String tensor,
            List<Long> index,
            double reference,
            double candidate,
            double tolerance,
            boolean rounded,
            Map<String, Rational> inputs)
            implements Contradiction {
        /** Copies the collections. */
        public Disagree {
            index = List.copyOf(index);
            inputs = new TreeMap<>(inputs);
        }

        @Override
        public String toString() {
            return tensor
                    + index
                    + ": "
                    + reference
                    + " against "
                    + candidate
                    + " (tolerance "
                    + tolerance
                    + ")";
        }
    }

    /**
     * Nothing could be said.
     *
     * @param reason why, for a user
     * @param trapped true if a side traps, at the one point that was asked for
     */
    record Skipped(String reason, boolean trapped) implements ReplayVerdict {
        /** No side traps. */
        Skipped(String reason) {
            this(reason, false);
        }
    }
}

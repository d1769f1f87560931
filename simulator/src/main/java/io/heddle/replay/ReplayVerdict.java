package io.heddle.replay;

import io.heddle.term.Rational;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a comparison of two launches on concrete inputs came to. */
public sealed interface ReplayVerdict {
    /**
     * Everything compared agreed.
     *
     * @param points inputs on which both sides ran
     * @param elements elements compared at each
     * @param note what was left out, or empty
     */
    record Agree(int points, long elements, String note) implements ReplayVerdict {}

    /**
     * An element differs by more than rounding explains.
     *
     * @param tensor its tensor
     * @param index its multi-index
     * @param reference the reference's value
     * @param candidate the candidate's value
     * @param tolerance the difference that rounding could explain
     * @param inputs the first of the input values, by the user's spelling
     */
    record Disagree(
            String tensor,
            List<Long> index,
            double reference,
            double candidate,
            double tolerance,
            Map<String, Rational> inputs)
            implements ReplayVerdict {
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
     */
    record Skipped(String reason) implements ReplayVerdict {}
}

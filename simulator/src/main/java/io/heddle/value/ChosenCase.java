package io.heddle.value;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.Bounds.Interval;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** One way for comparisons to go, and what they say of numbers. */
final class ChosenCase {
    /** Which comparisons hold and which do not. */
    final Map<Integer, Boolean> chosen;

    /** Where integers lie. */
    final Map<Integer, Interval> where;

    /** Where floats lie, unless they are NaN. */
    final Map<Integer, Interval> floats;

    /** What has been found of terms. */
    final Map<Integer, Interval> done = new HashMap<>();

    /** A comparison that is not decided; 0 if none was met. */
    int open;

    /** True if the comparisons exclude each other. */
    boolean never;

    /** True if more became known of a number. */
    boolean changed;

    /** A case of which nothing is known. */
    ChosenCase() {
        chosen = new TreeMap<>();
        where = new TreeMap<>();
        floats = new TreeMap<>();
    }

    /** A case that begins as another one. */
    ChosenCase(ChosenCase other) {
        chosen = new TreeMap<>(other.chosen);
        where = new TreeMap<>(other.where);
        floats = new TreeMap<>(other.floats);
    }

    /**
     * Whether a comparison holds, which the opposite of one says, too, that meets no NaN.
     *
     * @return null if it is not chosen
     */
    Boolean outcome(int comparison, TermStore store, UnorderedComparisons unordered) {
        Boolean own = chosen.get(comparison);
        boolean ordered = store.op(comparison) == Op.LT || store.op(comparison) == Op.LE;
        if (own != null || !ordered || unordered.isKnown(comparison)) {
            return own;
        }
        Boolean opposite = chosen.get(store.not(comparison));
        return opposite == null ? null : !opposite;
    }
}

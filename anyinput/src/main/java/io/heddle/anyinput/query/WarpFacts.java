package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a schedule of warps supposes of arguments, data and trip counts.
 *
 * @param decided conditions that are one for the block, and whether they hold
 * @param bounds what the last iteration is in the loops of each class
 * @param counted for each class, whether its iterations are numbers; else they are remainders, of
 *     which only differences count
 */
record WarpFacts(Map<BitTerm, Boolean> decided, List<Bound> bounds, List<Boolean> counted) {
    WarpFacts {
        decided = Collections.unmodifiableMap(new TreeMap<>(decided));
        bounds = List.copyOf(bounds);
        counted = List.copyOf(counted);
    }

    /**
     * The last iteration.
     *
     * @param least what it is at least
     * @param exact true if it is that one
     */
    record Bound(int least, boolean exact) {}

    static WarpFacts none(int classes) {
        return new WarpFacts(
                Map.of(),
                Collections.nCopies(classes, new Bound(0, false)),
                Collections.nCopies(classes, true));
    }

    boolean isCounted(int ofClass) {
        return counted.get(ofClass);
    }

    WarpFacts with(BitTerm condition, boolean holds) {
        Map<BitTerm, Boolean> more = new TreeMap<>(decided);
        more.put(condition, holds);
        return new WarpFacts(more, bounds, counted);
    }

    WarpFacts with(int ofClass, Bound bound) {
        List<Bound> others = new ArrayList<>(bounds);
        others.set(ofClass, bound);
        return new WarpFacts(decided, others, counted);
    }

    /** The iterations of a class are less by a multiple of the period. */
    WarpFacts shifted(int ofClass, int by) {
        Bound b = bounds.get(ofClass);
        List<Boolean> others = new ArrayList<>(counted);
        others.set(ofClass, false);
        return new WarpFacts(decided, bounds, others)
                .with(ofClass, new Bound(Math.max(0, b.least() - by), b.exact()));
    }
}

package io.heddle.value;

import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers that were made integers or compared although the machine may have another number for
 * them: 10 · 0.7 in floats is 7 and over the reals is less, so that it is not known to which
 * integer it is rounded.
 */
final class DecidingOperands {
    private final TermStore store;
    private final BitSet noted = new BitSet();
    private final Map<Integer, Boolean> known = new HashMap<>(); // whether below, of those noted

    DecidingOperands(TermStore store) {
        this.store = store;
    }

    /**
     * Notes such a number; constants are looked at where they are converted.
     *
     * @return true if it was not noted before
     */
    boolean note(int t) {
        if (store.isClosed(t) || noted.get(t)) {
            return false;
        }
        noted.set(t);
        known.clear();
        return true;
    }

    /** True for such a number itself. */
    boolean has(int t) {
        return noted.get(t);
    }

    /** True if a term is made of such a number. */
    boolean isBelow(int term) {
        return !noted.isEmpty() && known.computeIfAbsent(term, t -> isAnyBelow(t, noted));
    }

    /** True if one of some terms is below a term, or is it. */
    boolean isAnyBelow(int term, BitSet some) {
        if (some.isEmpty()) {
            return false;
        }
        TermWalk walk = new TermWalk(term);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (some.get(t)) {
                return true;
            }
            walk.open(store.operands(t));
        }
        return false;
    }
}

package io.heddle.machine;

import io.heddle.decide.Reachability;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.term.TermStore;
import io.heddle.value.PathValues;
import java.util.List;

/**
 * The symbolic conditions under which threads trap. The verdict lists the assumption that none of
 * them holds, as long as that leaves some input.
 */
public final class Trapped {
    private static final int MAX_CONDITIONS = 500;
    private static final int MAX_SHOWN = 4;

    private final TermStore store;
    private final PathValues paths;
    private int conditions;
    private int none;

    Trapped(TermStore store, PathValues paths) {
        this.store = store;
        this.paths = paths;
        this.none = store.trueTerm();
    }

    /** Assumes that {@code condition} is false. Returns false if that leaves no input. */
    boolean exclude(int condition) {
        if (conditions++ >= MAX_CONDITIONS || paths.decide(condition, store.trueTerm()) == 0) {
            return true;
        }
        none = store.and(none, store.not(condition));
        paths.assume(store.not(condition));
        return !paths.isImpossible(store.trueTerm());
    }

    /** The condition under which no thread traps. */
    int none() {
        return none;
    }

    /** Reports UNDECIDED if no input was found on which no thread traps. */
    public void check(Machine machine, Location entry) {
        boolean few = conditions > 0 && conditions <= MAX_SHOWN;
        if (few && Reachability.point(store, none).isEmpty()) {
            machine.report(
                    new Finding(
                            Finding.Kind.UNDECIDED,
                            "no input was found on which no thread traps: " + store.show(none, 160),
                            entry,
                            List.of()),
                    "");
        }
    }
}

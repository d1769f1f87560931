package io.heddle.machine;

import io.heddle.decide.Reachability;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.PathValues;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Searches inputs on which the symbolic condition of a path holds, to show that a defect on the
 * path can happen.
 */
final class PathInputs {
    private static final int MAX_SEARCHES = 20;

    private final TermStore store;
    private final PathValues paths;
    private final Trapped trapped;
    private final int caseCondition;
    private final Map<Integer, Reached> known = new HashMap<>();
    private final BitSet impossible = new BitSet();

    /**
     * Makes the search of a run.
     *
     * @param trapped conditions under which threads trap; none of them may hold on the input
     * @param caseCondition what the run assumes of scalar arguments
     */
    PathInputs(TermStore store, PathValues paths, Trapped trapped, int caseCondition) {
        this.store = store;
        this.paths = paths;
        this.trapped = trapped;
        this.caseCondition = caseCondition;
    }

    /** Says whether the condition is known to hold on some input of this run's case. */
    Reached reached(int condition) {
        if (condition == store.trueTerm() && caseCondition == store.trueTerm()) {
            return Reached.ALWAYS;
        }
        if (impossible.get(condition)) {
            return Reached.NEVER;
        }
        if (!known.containsKey(condition)
                && (paths.isImpossible(condition) || Reachability.isImpossible(store, condition))) {
            impossible.set(condition);
            return Reached.NEVER;
        }
        int open = store.and(condition, store.and(caseCondition, trapped.none()));
        return known.computeIfAbsent(
                condition,
                c -> {
                    String point =
                            known.size() >= MAX_SEARCHES
                                    ? null
                                    : Reachability.point(store, open)
                                            .map(PathInputs::show)
                                            .orElse(null);
                    return new Reached(store.show(store.and(c, caseCondition), 160), point);
                });
    }

    private static String show(Map<String, Rational> point) {
        return new TreeMap<>(point)
                .entrySet().stream()
                        .limit(8)
                        .map(e -> e.getKey() + " = " + e.getValue())
                        .collect(Collectors.joining(", "));
    }
}

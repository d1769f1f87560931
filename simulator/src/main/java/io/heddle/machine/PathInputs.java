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

/** Inputs on which the symbolic conditions of paths hold: a defect on a path asks for one. */
final class PathInputs {
    private static final int MAX_SEARCHES = 20;

    private final TermStore store;
    private final PathValues paths;
    private final Trapped trapped;
    private final int caseCondition;
    private final Map<Integer, Reached> known = new HashMap<>();
    private final BitSet impossible = new BitSet();

    /**
     * @param trapped when threads trap: an input on which none does is asked for
     * @param caseCondition what the run assumes
     */
    PathInputs(TermStore store, PathValues paths, Trapped trapped, int caseCondition) {
        this.store = store;
        this.paths = paths;
        this.trapped = trapped;
        this.caseCondition = caseCondition;
    }

    /** Whether the condition is known to hold on some input of this run's case. */
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

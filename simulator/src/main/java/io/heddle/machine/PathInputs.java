package io.heddle.machine;

import io.heddle.decide.Reachability;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.PathValues;
import io.heddle.value.SolvedIntegers;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Searches inputs on which the symbolic condition of a path holds, to show that a defect on the
 * path can happen.
 */
final class PathInputs {
    private static final int MAX_SEARCHES = 20;
    private static final int MAX_CHOICES = 4;

    private final TermStore store;
    private final PathValues paths;
    private final Trapped trapped;
    private final SolvedIntegers integers;
    private final int caseCondition;
    private final Map<Integer, Reached> known = new HashMap<>();
    private final BitSet impossible = new BitSet();

    /**
     * Makes the search of a run.
     *
     * @param trapped conditions under which threads trap; none of them may hold on the input
     * @param integers solves conditions on integers
     * @param caseCondition what the run assumes of scalar arguments
     */
    PathInputs(
            TermStore store,
            PathValues paths,
            Trapped trapped,
            SolvedIntegers integers,
            int caseCondition) {
        this.store = store;
        this.paths = paths;
        this.trapped = trapped;
        this.integers = integers;
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
        Reached before = known.get(condition);
        if (before != null) {
            return before;
        }
        int solved = isImpossible(condition) ? store.falseTerm() : integers.solve(condition);
        if (solved == store.falseTerm() || isImpossible(solved)) {
            impossible.set(condition);
            return Reached.NEVER;
        }
        String point = known.size() >= MAX_SEARCHES ? null : point(solved);
        Reached reached = new Reached(store.show(store.and(condition, caseCondition), 160), point);
        known.put(condition, reached);
        return reached;
    }

    /** An input on which a condition holds, printed; null if none is found. */
    private String point(int condition) {
        int open = store.and(condition, store.and(caseCondition, trapped.none()));
        Optional<Map<String, Rational>> found = search(open);
        for (int k = 0; k < MAX_CHOICES && found.isEmpty(); k++) {
            int chosen = integers.choose(open, k);
            if (chosen == open) {
                break;
            }
            if (!paths.isImpossible(chosen)) {
                found = search(chosen);
            }
        }
        return found.map(PathInputs::show).orElse(null);
    }

    private Optional<Map<String, Rational>> search(int condition) {
        return Reachability.point(store, integers.withoutImplied(condition));
    }

    private boolean isImpossible(int condition) {
        return paths.isImpossible(condition) || Reachability.isImpossible(store, condition);
    }

    private static String show(Map<String, Rational> point) {
        return new TreeMap<>(point)
                .entrySet().stream()
                        .limit(8)
                        .map(e -> e.getKey() + " = " + e.getValue())
                        .collect(Collectors.joining(", "));
    }
}

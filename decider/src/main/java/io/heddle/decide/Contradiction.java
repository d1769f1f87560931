package io.heddle.decide;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Shows that a condition can never hold: every way to make its disjunctions true has a literal
 * beside its negation, or comparisons that form a cycle x &lt; … ≤ x. If a comparison is true,
 * neither side is NaN; therefore ≤ is a total order on the terms compared here.
 */
final class Contradiction {
    private static final int MAX_CASES = 64;
    private static final int MAX_TERMS = 48;

    private static final int LESS_EQUAL = 1;
    private static final int LESS = 2;

    private final TermStore store;
    private int cases;

    private Contradiction(TermStore store) {
        this.store = store;
    }

    /** True only if no input makes {@code condition} true. */
    static boolean in(TermStore store, int condition) {
        return new Contradiction(store).refutes(List.of(condition), new HashSet<>());
    }

    /** True if every case of the remaining conjuncts contradicts the known literals. */
    private boolean refutes(List<Integer> conjuncts, Set<Integer> known) {
        ArrayDeque<Integer> work = new ArrayDeque<>(conjuncts);
        Set<Integer> literals = new HashSet<>(known);
        List<Integer> disjunctions = new ArrayList<>();
        while (!work.isEmpty()) {
            int t = work.pop();
            switch (store.op(t)) {
                case FALSE:
                    return true;
                case TRUE:
                    break;
                case AND:
                    work.push(store.a(t));
                    work.push(store.b(t));
                    break;
                case OR:
                    disjunctions.add(t);
                    break;
                case NOT:
                    negated(t, work, literals, disjunctions);
                    break;
                default:
                    literals.add(t);
                    break;
            }
        }
        if (clash(literals)) {
            return true;
        }
        if (disjunctions.isEmpty()) {
            return false;
        }
        int split = disjunctions.remove(disjunctions.size() - 1);
        int inner = store.op(split) == Op.NOT ? store.a(split) : split;
        boolean negated = inner != split;
        for (int side : new int[] {store.a(inner), store.b(inner)}) {
            List<Integer> rest = new ArrayList<>(disjunctions);
            rest.add(negated ? store.not(side) : side);
            if (++cases > MAX_CASES || !refutes(rest, literals)) {
                return false;
            }
        }
        return true;
    }

    private void negated(
            int t, ArrayDeque<Integer> work, Set<Integer> literals, List<Integer> disjunctions) {
        int inner = store.a(t);
        if (store.op(inner) == Op.OR) { // ¬(a ∨ b) -> ¬a ∧ ¬b
            work.push(store.not(store.a(inner)));
            work.push(store.not(store.b(inner)));
        } else if (store.op(inner) == Op.AND) {
            disjunctions.add(t);
        } else {
            literals.add(t);
        }
    }

    private boolean clash(Set<Integer> literals) {
        for (int t : literals) {
            if (store.op(t) == Op.NOT && literals.contains(store.a(t))) {
                return true;
            }
        }
        return hasCycle(literals);
    }

    /** True if the comparisons among the literals say that something is less than itself. */
    private boolean hasCycle(Set<Integer> literals) {
        Map<Integer, Integer> numbers = new HashMap<>();
        List<int[]> edges = new ArrayList<>();
        for (int t : literals) {
            Op op = store.op(t);
            if (op == Op.LT || op == Op.LE || op == Op.EQ) {
                int a = number(numbers, store.a(t));
                int b = number(numbers, store.b(t));
                edges.add(new int[] {a, b, op == Op.LT ? LESS : LESS_EQUAL});
                if (op == Op.EQ) {
                    edges.add(new int[] {b, a, LESS_EQUAL});
                }
            }
        }
        if (numbers.size() > MAX_TERMS) {
            return false;
        }
        addConstants(numbers, edges);
        return closesCycle(numbers.size(), edges);
    }

    private static int number(Map<Integer, Integer> numbers, int term) {
        Integer known = numbers.putIfAbsent(term, numbers.size());
        return known == null ? numbers.get(term) : known;
    }

    private void addConstants(Map<Integer, Integer> numbers, List<int[]> edges) {
        for (Map.Entry<Integer, Integer> a : numbers.entrySet()) {
            for (Map.Entry<Integer, Integer> b : numbers.entrySet()) {
                if (store.isRational(a.getKey())
                        && store.isRational(b.getKey())
                        && store.rationalValue(a.getKey())
                                        .compareTo(store.rationalValue(b.getKey()))
                                < 0) {
                    edges.add(new int[] {a.getValue(), b.getValue(), LESS});
                }
            }
        }
    }

    private static boolean closesCycle(int n, List<int[]> edges) {
        int[][] order = new int[n][n];
        for (int[] e : edges) {
            order[e[0]][e[1]] = Math.max(order[e[0]][e[1]], e[2]);
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (order[i][k] != 0 && order[k][j] != 0) {
                        order[i][j] = Math.max(order[i][j], Math.max(order[i][k], order[k][j]));
                    }
                }
            }
        }
        for (int i = 0; i < n; i++) {
            if (order[i][i] == LESS) {
                return true;
            }
        }
        return false;
    }
}

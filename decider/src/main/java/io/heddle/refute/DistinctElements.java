package io.heddle.refute;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.InputDomain;
import io.heddle.term.FreeValues;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The inputs of a cone that are elements of tensors whose elements are distinct. */
final class DistinctElements {
    private final List<List<Integer>> groups; // positions, by tensor

    DistinctElements(Cone cone) {
        TermStore store = cone.store();
        Map<Integer, List<Integer>> bySymbol = new TreeMap<>();
        int[] terms = cone.elementTerms();
        for (int i = 0; i < terms.length; i++) {
            if (store.symbolOf(terms[i]).distinct()) {
                bySymbol.computeIfAbsent(store.a(terms[i]), s -> new ArrayList<>()).add(i);
            }
        }
        groups = List.copyOf(bySymbol.values());
    }

    /** True if no two elements of one of the tensors are equal at a point. */
    boolean areAt(double[] point) {
        for (List<Integer> group : groups) {
            Set<Double> values = new HashSet<>();
            for (int i : group) {
                if (!values.add(point[i])) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Moves elements that are equal to others to the next values that are free.
     *
     * @param fixed positions of elements that stay
     */
    void make(double[] point, InputDomain[] domains, BitSet fixed) {
        for (List<Integer> group : groups) {
            InputDomain domain = domains[group.get(0)]; // that of the tensor
            FreeValues values = new FreeValues(domain::behind);
            group.stream().filter(fixed::get).forEach(i -> values.add(point[i]));
            for (int i : group) {
                if (!fixed.get(i)) {
                    point[i] = values.take(point[i]);
                }
            }
        }
    }

    /**
     * True if no two values of a distinct tensor are equal, by the user's names of its elements.
     */
    static boolean areIn(Map<String, Rational> inputs, TermStore store) {
        for (Symbol symbol : store.symbols()) {
            Map<Rational, Long> at = new HashMap<>();
            for (long k = 0; symbol.distinct() && k < symbol.size(); k++) {
                Rational value = inputs.get(symbol.element(k));
                if (value != null && at.put(value, k) != null) {
                    return false;
                }
            }
        }
        return true;
    }
}

package io.heddle.anyinput.formula;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A product of variables.
 *
 * @param variables their numbers in ascending order; empty for 1
 */
record Monomial(List<Integer> variables) implements Comparable<Monomial> {
    static final Monomial ONE = new Monomial(List.of());

    /** Copies the list. */
    Monomial {
        variables = List.copyOf(variables);
    }

    static Monomial of(int variable) {
        return new Monomial(List.of(variable));
    }

    Monomial times(Monomial other) {
        List<Integer> all = new ArrayList<>(variables);
        all.addAll(other.variables);
        Collections.sort(all);
        return new Monomial(all);
    }

    int degree() {
        return variables.size();
    }

    @Override
    public int compareTo(Monomial other) {
        int order = Integer.compare(degree(), other.degree());
        for (int k = 0; order == 0 && k < degree(); k++) {
            order = Integer.compare(variables.get(k), other.variables.get(k));
        }
        return order;
    }
}

package io.heddle.check;

import io.heddle.launch.Computation;
import io.heddle.launch.Evaluation;
import io.heddle.launch.TensorSpec;
import io.heddle.spec.index.ElementFacts;
import io.heddle.spec.index.Input;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a formula assumes of single elements, as terms for them: of equal elements the first, of a
 * known number the number, and of one of a few numbers a choice by where the element lies, so that
 * a term with these in place of the elements has its value wherever the assumptions hold.
 */
final class AssumedTerms {
    private final Map<Symbol, ElementFacts> facts = new LinkedHashMap<>();

    /** What {@code computation} assumes; nothing, of a kernel. */
    AssumedTerms(Computation computation) {
        if (computation instanceof Evaluation e) {
            for (Map.Entry<Input, TensorSpec> input : e.inputs().entrySet()) {
                ElementFacts known = e.formula().facts().get(input.getKey());
                if (known != null) {
                    facts.put(input.getValue().symbol(), known);
                }
            }
        }
    }

    /** The terms, by those of the elements that they stand for. */
    Map<Integer, Integer> terms(TermStore store) {
        Map<Integer, Integer> terms = new HashMap<>();
        facts.forEach(
                (symbol, known) -> {
                    int id = store.declare(symbol);
                    for (int i = 0; i < known.size(); i++) {
                        int element = store.element(id, i);
                        int first = store.element(id, known.representative(i));
                        Rational constant = known.constant(i);
                        int term =
                                constant == null
                                        ? choice(store, first, known.values(i))
                                        : store.rational(constant);
                        if (term != element) {
                            terms.put(element, term);
                        }
                    }
                });
        return terms;
    }

    /** The value nearest to the element. */
    private static int choice(TermStore store, int element, List<Rational> values) {
        if (values.isEmpty()) {
            return element;
        }
        int last = values.size() - 1;
        int choice = store.rational(values.get(last));
        for (int i = last - 1; i >= 0; i--) {
            Rational middle = values.get(i).add(values.get(i + 1)).multiply(Rational.HALF);
            int below = store.le(element, store.rational(middle));
            choice = store.ite(below, store.rational(values.get(i)), choice);
        }
        return choice;
    }

    /** A point at which terms differ, with the numbers that the assumptions admit. */
    Map<String, Rational> admitted(Map<String, Rational> point) {
        Map<String, Rational> admitted = new LinkedHashMap<>(point);
        facts.forEach(
                (symbol, known) -> {
                    for (int i = 0; i < known.size(); i++) {
                        int flat = i;
                        admitted.computeIfPresent(
                                symbol.element(i),
                                (name, value) ->
                                        known.values(flat).isEmpty()
                                                ? value
                                                : Rational.ofExact(
                                                        known.near(flat, value.doubleValue())));
                    }
                });
        return admitted;
    }
}

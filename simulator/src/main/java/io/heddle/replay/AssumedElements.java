package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Evaluation;
import io.heddle.spec.index.ElementFacts;
import io.heddle.term.Symbol;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Inputs that meet what formulas assume of single elements. */
final class AssumedElements {
    private final Map<String, ElementFacts> facts = new HashMap<>();

    AssumedElements(Computation reference, Computation candidate) {
        for (Computation side : List.of(reference, candidate)) {
            if (side instanceof Evaluation e) {
                facts.putAll(e.facts());
            }
        }
    }

    /** The values of {@code source}, or those near them that meet the assumptions. */
    Inputs.Source of(Inputs.Source source) {
        return facts.isEmpty() ? source : new Met(source);
    }

    private final class Met implements Inputs.Source {
        private final Inputs.Source source;

        Met(Inputs.Source source) {
            this.source = source;
        }

        @Override
        public double value(Symbol symbol, long flat) {
            ElementFacts known = facts.get(symbol.name());
            if (known == null) {
                return source.value(symbol, flat);
            }
            int first = known.representative((int) flat);
            return known.near(first, source.value(symbol, first));
        }

        @Override
        public boolean isFixed(Symbol symbol, long flat) {
            return source.isFixed(symbol, flat);
        }
    }
}

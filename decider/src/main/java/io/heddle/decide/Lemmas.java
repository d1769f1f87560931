package io.heddle.decide;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lemmas of a pair, for processes that have the same terms under the same ids.
 *
 * @param graphs of each merged graph, in the order in which proofs try them; empty if none was made
 */
public record Lemmas(List<Of> graphs) implements Serializable {
    /** No graph was made. */
    public static final Lemmas NONE = new Lemmas(List.of());

    /** Copies the list. */
    public Lemmas {
        graphs = List.copyOf(graphs);
    }

    /** How many lemmas there are. */
    public int size() {
        return graphs.stream().mapToInt(g -> g.terms().size() / 2).sum();
    }

    /**
     * Those of one merged graph.
     *
     * @param recovered whether its literals are the numbers that they round
     * @param terms a later term, the earlier one that it equals, and so on
     */
    public record Of(boolean recovered, List<Integer> terms) implements Serializable {
        /** Copies the list. */
        public Of {
            terms = List.copyOf(terms);
        }

        static Of partners(boolean recovered, Map<Integer, Integer> partners) {
            List<Integer> terms = new ArrayList<>(2 * partners.size());
            new TreeMap<>(partners)
                    .forEach(
                            (later, earlier) -> {
                                terms.add(later);
                                terms.add(earlier);
                            });
            return new Of(recovered, terms);
        }

        Map<Integer, Integer> partners() {
            Map<Integer, Integer> partners = new HashMap<>();
            for (int i = 0; i < terms.size(); i += 2) {
                partners.put(terms.get(i), terms.get(i + 1));
            }
            return partners;
        }
    }
}

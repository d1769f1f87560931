package io.heddle.decide;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The lemmas of a pair, for processes that have the same terms under the same ids. Those of the
 * last graph may be open: assumed, and to be proved by several tasks, a part each.
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

    /** Nothing is known but that proofs ask for lemmas. */
    public static Lemmas asked() {
        return new Lemmas(List.of(Of.nothing(false)));
    }

    /** How many lemmas there are. */
    public int size() {
        return graphs.stream().mapToInt(g -> g.terms().size() / 2).sum();
    }

    /** How many of them are open. */
    public int open() {
        return graphs.isEmpty() ? 0 : last().open();
    }

    private Of last() {
        return graphs.get(graphs.size() - 1);
    }

    /** What is known when each part of the open lemmas has been tried. */
    public Lemmas after(List<Part> parts) {
        Part first = parts.stream().min(Comparator.comparingInt(Part::unproved)).orElseThrow();
        List<Of> known = new ArrayList<>(graphs.subList(0, graphs.size() - 1));
        known.add(last().before(first));
        return new Lemmas(known);
    }

    /**
     * What came of a part of the open lemmas. All of it with later terms before {@code unproved}
     * are proved, if those before them hold.
     *
     * @param unproved the later term of the first that is not; greater than any if all are
     * @param failed whether that one was tried to the end, so that nobody needs to try it again
     */
    public record Part(int unproved, boolean failed) implements Serializable {
        /** All were proved. */
        public static final Part PROVED = new Part(MergedHistory.END, false);

        /** None was tried. */
        public static final Part NONE = new Part(0, false);

        /** True unless something kept the part from being tried to its first that fails. */
        public boolean isDecided() {
            return failed || unproved == MergedHistory.END;
        }
    }

    /**
     * Those of one merged graph.
     *
     * @param recovered whether its literals are the numbers that they round
     * @param terms a later term, the earlier one that it equals, and so on, by ascending later
     *     terms
     * @param decided the greatest term up to which all lemmas are known; those listed beyond it are
     *     open
     */
    public record Of(boolean recovered, List<Integer> terms, int decided) implements Serializable {
        /** Lemmas that are all known. */
        public Of(boolean recovered, List<Integer> terms) {
            this(recovered, terms, MergedHistory.END);
        }

        /** Copies the list. */
        public Of {
            terms = List.copyOf(terms);
        }

        /** None is known. */
        static Of nothing(boolean recovered) {
            return new Of(recovered, List.of(), 0);
        }

        /** The first of these, all with later terms before one, which is decided if it failed. */
        Of before(Part first) {
            if (first.unproved() == MergedHistory.END) {
                return new Of(recovered, terms);
            }
            int last = Math.max(decided, first.unproved() - (first.failed() ? 0 : 1));
            int n = 0;
            while (n < terms.size() && terms.get(n) <= last && terms.get(n) != first.unproved()) {
                n += 2;
            }
            return new Of(recovered, terms.subList(0, n), last);
        }

        static Of partners(boolean recovered, SortedMap<Integer, Integer> partners, int decided) {
            List<Integer> terms = new ArrayList<>(2 * partners.size());
            partners.forEach(
                    (later, earlier) -> {
                        terms.add(later);
                        terms.add(earlier);
                    });
            return new Of(recovered, terms, decided);
        }

        /** True if there are no others. */
        boolean isComplete() {
            return decided == MergedHistory.END;
        }

        int open() {
            int n = 0;
            for (int i = 0; i < terms.size(); i += 2) {
                n += terms.get(i) > decided ? 1 : 0;
            }
            return n;
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

package io.heddle.refute;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleInterval;
import io.heddle.evaluate.IntervalEvaluator;
import io.heddle.evaluate.PreciseEvaluator;
import io.heddle.evaluate.Real;
import io.heddle.term.AssumedRanges;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The ranges that a verdict assumes of terms ({@link AssumedRanges}), and whether a point is inside
 * all that concern a condition: those of terms that share an input with it.
 */
final class Assumed {
    private static final int MAX_INDEXED = 4096; // beyond it, those of terms in the cone itself

    private final TermStore store;
    private final Map<Integer, List<Integer>> byElement; // assumed terms by ELEMENT; null: too many

    /** What is assumed of terms of {@code store}. */
    Assumed(TermStore store, Cone.Builder cones) {
        this.store = store;
        Set<Integer> terms = store.assumedRanges().byTerm().keySet();
        this.byElement = terms.size() > MAX_INDEXED ? null : new HashMap<>();
        if (byElement != null) {
            for (int t : terms) {
                for (int element : cones.cone(t).elementTerms()) {
                    byElement.computeIfAbsent(element, e -> new ArrayList<>()).add(t);
                }
            }
        }
    }

    boolean isEmpty() {
        return store.assumedRanges().isEmpty();
    }

    /** All assumed terms, which a cone of all conditions must contain besides its roots. */
    int[] all() {
        return byElement == null ? new int[0] : ascending(store.assumedRanges().byTerm().keySet());
    }

    /** The cone of {@code roots} and of the assumed terms that share an input with them. */
    Cone cone(Cone.Builder cones, int... roots) {
        Cone cone = cones.cone(roots);
        if (isEmpty() || byElement == null) {
            return cone;
        }
        Set<Integer> concerned = new TreeSet<>();
        for (int element : cone.elementTerms()) {
            concerned.addAll(byElement.getOrDefault(element, List.of()));
        }
        if (concerned.isEmpty()) {
            return cone;
        }
        int[] more = Arrays.copyOf(roots, roots.length + concerned.size());
        int n = roots.length;
        for (int t : concerned) {
            more[n++] = t;
        }
        return cones.cone(more);
    }

    private static int[] ascending(Collection<Integer> terms) {
        return terms.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /** The ranges of the terms of a cone. */
    Ranges of(Cone cone) {
        List<Integer> nodes = new ArrayList<>();
        List<AssumedRanges.Range> ranges = new ArrayList<>();
        store.assumedRanges()
                .byTerm()
                .forEach(
                        (t, range) -> {
                            int node = cone.find(t);
                            if (node >= 0) {
                                nodes.add(node);
                                ranges.add(range);
                            }
                        });
        return new Ranges(nodes.stream().mapToInt(Integer::intValue).toArray(), ranges);
    }

    /** What is assumed of the nodes of one cone. */
    static final class Ranges {
        /** Whether a point is inside. */
        enum Answer {
            INSIDE,
            OUTSIDE,
            UNKNOWN
        }

        private final int[] nodes;
        private final List<AssumedRanges.Range> ranges;
        private final double[] least; // rounded inwards
        private final double[] greatest;

        private Ranges(int[] nodes, List<AssumedRanges.Range> ranges) {
            this.nodes = nodes;
            this.ranges = ranges;
            this.least = new double[nodes.length];
            this.greatest = new double[nodes.length];
            for (int i = 0; i < nodes.length; i++) {
                least[i] = DoubleInterval.up(ranges.get(i).low());
                greatest[i] = DoubleInterval.down(ranges.get(i).high());
            }
        }

        boolean isEmpty() {
            return nodes.length == 0;
        }

        int size() {
            return nodes.length;
        }

        /** What intervals of doubles show. */
        Answer at(IntervalEvaluator values) {
            Answer answer = Answer.INSIDE;
            for (int i = 0; i < nodes.length; i++) {
                int node = nodes[i];
                if (values.isFinite(node)) {
                    boolean inside =
                            values.low(node) >= least[i] && values.high(node) <= greatest[i];
                    if (values.high(node) < least[i] && !isBetween(values.high(node), i)
                            || values.low(node) > greatest[i] && !isBetween(values.low(node), i)) {
                        return Answer.OUTSIDE;
                    }
                    answer = inside ? answer : Answer.UNKNOWN;
                } else if (values.isUnknown(node)) {
                    answer = Answer.UNKNOWN;
                } else {
                    return Answer.OUTSIDE; // an infinity, NaN, or outside a domain
                }
            }
            return answer;
        }

        /** True if a double is inside, though it is not by the rounded bounds. */
        private boolean isBetween(double x, int i) {
            return !Double.isFinite(x) || isInside(Rational.ofExact(x), i);
        }

        private boolean isInside(Rational r, int i) {
            return ranges.get(i).low().compareTo(r) <= 0 && ranges.get(i).high().compareTo(r) >= 0;
        }

        /** True if the precise values are certainly inside. */
        boolean contains(PreciseEvaluator values) {
            for (int i = 0; i < nodes.length; i++) {
                Real value = values.value(nodes[i]);
                if (value.kind() != Real.Kind.FINITE || value.exact() == null
                        ? !isInside(value, i)
                        : !isInside(value.exact(), i)) {
                    return false;
                }
            }
            return true;
        }

        private boolean isInside(Real value, int i) {
            return value.kind() == Real.Kind.FINITE
                    && ranges.get(i).low().toDecimal(Real.UP).compareTo(value.low()) <= 0
                    && ranges.get(i).high().toDecimal(Real.DOWN).compareTo(value.high()) >= 0;
        }
    }
}

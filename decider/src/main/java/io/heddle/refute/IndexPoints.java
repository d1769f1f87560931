package io.heddle.refute;

import io.heddle.condition.Counterexample;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.evaluate.InputDomain;
import io.heddle.term.AssumedRanges;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Rebuild;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Refutes conditions on elements at indices that data decide ({@link Function#elementOf}). The data
 * of the indices get values: all the least, all the greatest, one after another, or random; then
 * the elements are known by their number, and the conditions are like any other.
 */
final class IndexPoints {
    private static final int POINTS = 6;
    private static final int DEPTH = 4; // of indices that are read at such indices themselves

    private final TermStore store;
    private final DecideOptions options;

    IndexPoints(TermStore store, DecideOptions options) {
        this.store = store;
        this.options = options;
    }

    /** True if a condition reads an element at an index that data decide. */
    boolean concern(VerificationCondition vc) {
        return store.functions().stream().anyMatch(Function::readsTensor)
                && !indexElements(store, vc.reference(), vc.candidate()).isEmpty();
    }

    /** A refutation at one of the points. */
    Optional<Counterexample> refute(VerificationCondition vc, Refuter.Extent extent) {
        for (int k = 0; k < POINTS && !options.isExpired(); k++) {
            Optional<Counterexample> found = new Point(k).refute(vc, extent);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The elements below indices that data decide, ascending. */
    private static SortedSet<Integer> indexElements(TermStore store, int... roots) {
        SortedSet<Integer> elements = new TreeSet<>();
        TermWalk all = new TermWalk(roots);
        TermWalk indices = new TermWalk();
        for (int t = all.next(); t != 0; t = all.next()) {
            if (store.op(t) == Op.APPLY && store.functionOf(t).readsTensor()) {
                indices.open(store.operands(t));
            }
            all.open(store.operands(t));
        }
        for (int t = indices.next(); t != 0; t = indices.next()) {
            if (store.op(t) == Op.ELEMENT) {
                elements.add(t);
            }
            indices.open(store.operands(t));
        }
        return elements;
    }

    /** One choice of values, and the conditions with it. */
    private final class Point {
        private final int number;
        private final SplittableRandom random;
        private final Map<String, Rational> chosen = new TreeMap<>();
        private int count;

        Point(int number) {
            this.number = number;
            random = new SplittableRandom(options.seed() + number);
        }

        Optional<Counterexample> refute(VerificationCondition vc, Refuter.Extent extent) {
            TermStore from = store;
            int reference = vc.reference();
            int candidate = vc.candidate();
            for (int depth = 0; depth < DEPTH; depth++) {
                SortedSet<Integer> elements = indexElements(from, reference, candidate);
                if (elements.isEmpty()) {
                    break;
                }
                Map<Integer, Rational> values = new HashMap<>();
                for (int t : elements) {
                    values.put(t, value(from, t));
                }
                Copy copy = new Copy(from, values, chosen);
                reference = copy.of(reference);
                candidate = copy.of(candidate);
                if (!copy.copyAssumedRanges()) {
                    return Optional.empty();
                }
                from = copy.target;
            }
            VerificationCondition at =
                    new VerificationCondition(vc.tensor(), vc.index(), reference, candidate);
            return new Refuter(from, options).tryRefute(List.of(at), extent).get(0)
                            instanceof Outcome.Refuted refuted
                    ? Optional.of(with(refuted.counterexample()))
                    : Optional.empty();
        }

        private Rational value(TermStore from, int element) {
            String name = from.symbolOf(element).element(from.elementIndex(element));
            return chosen.computeIfAbsent(name, key -> drawn(from, element));
        }

        private Rational drawn(TermStore from, int element) {
            InputDomain domain = new InputDomain(from.symbolOf(element));
            double x =
                    switch (number) {
                        case 0 -> domain.near(count);
                        case 1 -> domain.near(Double.NEGATIVE_INFINITY);
                        case 2 -> domain.near(Double.POSITIVE_INFINITY);
                        case 3 -> domain.near(1 + count % 2);
                        default -> domain.bits(random);
                    };
            count++;
            return Rational.ofExact(x);
        }

        private Counterexample with(Counterexample c) {
            Map<String, Rational> inputs = new TreeMap<>(c.inputs());
            inputs.putAll(chosen);
            return new Counterexample(
                    c.tensor(),
                    c.index(),
                    c.reference(),
                    c.candidate(),
                    inputs,
                    c.difference(),
                    c.listed());
        }
    }

    /** Terms of a store made again in another, with values for some elements. */
    private static final class Copy {
        private final TermStore source;
        private final TermStore target = new TermStore();
        private final Map<String, Rational> chosen;
        private final Map<Integer, Integer> made = new HashMap<>();

        /**
         * @param values by term of the source
         * @param chosen values by name: what is read at an index may be an element that has one
         */
        Copy(TermStore source, Map<Integer, Rational> values, Map<String, Rational> chosen) {
            this.source = source;
            this.chosen = chosen;
            source.symbols().forEach(target::declare);
            values.forEach((t, value) -> made.put(t, target.rational(value)));
        }

        int of(int root) {
            SortedSet<Integer> below = new TreeSet<>();
            TermWalk walk = new TermWalk(root);
            for (int t = walk.next(); t != 0; t = walk.next()) {
                if (!made.containsKey(t)) {
                    below.add(t);
                    walk.open(source.operands(t));
                }
            }
            for (int t : below) {
                int[] operands = source.operands(t);
                for (int i = 0; i < operands.length; i++) {
                    operands[i] = made.get(operands[i]);
                }
                made.put(t, known(Rebuild.in(target, source, t, operands)));
            }
            return made.get(root);
        }

        /** The value of an element that has one, else the term. */
        private int known(int t) {
            if (target.op(t) != Op.ELEMENT) {
                return t;
            }
            Rational value = chosen.get(target.symbolOf(t).element(target.elementIndex(t)));
            return value == null ? t : target.rational(value);
        }

        /** False if a term has left the range that is assumed of it. */
        boolean copyAssumedRanges() {
            for (Map.Entry<Integer, AssumedRanges.Range> e :
                    source.assumedRanges().byTerm().entrySet()) {
                AssumedRanges.Range range = e.getValue();
                int t = of(e.getKey());
                if (target.op(t) != Op.RATIONAL) {
                    target.assumedRanges().add(t, range.low(), range.high());
                } else if (target.rationalValue(t).compareTo(range.low()) < 0
                        || target.rationalValue(t).compareTo(range.high()) > 0) {
                    return false;
                }
            }
            return true;
        }
    }
}

package io.heddle.refute;

import io.heddle.condition.Counterexample;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.evaluate.InputDomain;
import io.heddle.term.AssumedRanges;
import io.heddle.term.FreeValues;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Rebuild;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.Arrays;
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
 * of the indices get values: all the least, all the greatest, one after another, random, or as
 * great as tensors and the numbers that guards compare with; then the elements are known by their
 * number, and the conditions are like any other.
 */
final class IndexPoints {
    private static final int POINTS = 16;
    private static final int MAX_LIMITS = 32;
    private static final int STEPS = 64; // to the next integer
    private static final int DEPTH = 4; // of indices that are read at such indices themselves

    private final TermStore store;
    private final DecideOptions options;

    IndexPoints(TermStore store, DecideOptions options) {
        this.store = store;
        this.options = options;
    }

    /** True if a condition reads an element at an index that data decide. */
    boolean concern(VerificationCondition vc) {
        return concern(vc.reference(), vc.candidate());
    }

    /** True if an element at an index that data decide is below some terms. */
    boolean concern(int... terms) {
        return store.functions().stream().anyMatch(Function::readsTensor)
                && !indexElements(store, terms).isEmpty();
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

    /** A point at which all conditions hold and both sides agree, with values of the indices. */
    Optional<Map<String, Rational>> witness(VerificationCondition vc, int... conditions) {
        for (int k = 0; k < POINTS && !options.isExpired(); k++) {
            Optional<Map<String, Rational>> found = new Point(k).witness(vc, conditions);
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

    /** The sizes of tensors that are read at indices, and the numbers that guards compare with. */
    private static List<Rational> limits(TermStore store, int... roots) {
        SortedSet<Rational> limits = new TreeSet<>();
        TermWalk walk = new TermWalk(roots);
        for (int t = walk.next(); t != 0 && limits.size() < MAX_LIMITS; t = walk.next()) {
            Op op = store.op(t);
            if (op == Op.APPLY && store.functionOf(t).readsTensor()) {
                String name = store.functionOf(t).name();
                limits.add(Rational.of(store.symbols().get(store.symbolNamed(name)).size() - 1));
            } else if (op == Op.LT || op == Op.LE || op == Op.EQ) {
                for (int side : store.operands(t)) {
                    if (store.isRational(side) && store.rationalValue(side).isInteger()) {
                        limits.add(store.rationalValue(side));
                    }
                }
            }
            walk.open(store.operands(t));
        }
        return List.copyOf(limits);
    }

    /** One choice of values, and the conditions with it. */
    private final class Point {
        private final int number;
        private final SplittableRandom random;
        private final Map<String, Rational> chosen = new TreeMap<>();
        private final Map<String, FreeValues> taken = new HashMap<>(); // of tensors
        private int count;
        private List<Rational> limits = List.of();

        Point(int number) {
            this.number = number;
            random = new SplittableRandom(options.seed() + number);
        }

        Optional<Counterexample> refute(VerificationCondition vc, Refuter.Extent extent) {
            int[] terms = {vc.reference(), vc.candidate()};
            TermStore at = choose(false, terms);
            if (at == null) {
                return Optional.empty();
            }
            VerificationCondition there =
                    new VerificationCondition(vc.tensor(), vc.index(), terms[0], terms[1]);
            return new Refuter(at, options).tryRefute(List.of(there), extent).get(0)
                            instanceof Outcome.Refuted refuted
                    ? Optional.of(with(refuted.counterexample()))
                    : Optional.empty();
        }

        Optional<Map<String, Rational>> witness(VerificationCondition vc, int... conditions) {
            int[] terms = Arrays.copyOf(conditions, conditions.length + 2);
            terms[conditions.length] = vc.reference();
            terms[conditions.length + 1] = vc.candidate();
            TermStore at = choose(true, terms);
            if (at == null) {
                return Optional.empty();
            }
            VerificationCondition there =
                    new VerificationCondition(
                            vc.tensor(),
                            vc.index(),
                            terms[conditions.length],
                            terms[conditions.length + 1]);
            return new Refuter(at, options)
                    .witness(there, Arrays.copyOf(terms, conditions.length))
                    .map(this::with);
        }

        /**
         * Chooses values of the elements below indices, and of those that are elements at these.
         *
         * @param hold the terms hold, so that some of them state values
         * @param terms replaced by those with the values
         * @return the store of the new terms; null if one is not in the range that is assumed of it
         */
        private TermStore choose(boolean hold, int... terms) {
            TermStore from = store;
            for (int depth = 0; depth < DEPTH; depth++) {
                SortedSet<Integer> elements = indexElements(from, terms);
                if (elements.isEmpty()) {
                    break;
                }
                if (depth == 0) {
                    limits = limits(from, terms);
                }
                if (hold) {
                    pin(from, elements, terms);
                }
                Map<Integer, Rational> values = new HashMap<>();
                for (int t : elements) {
                    values.put(t, value(from, t));
                }
                Copy copy = new Copy(from, values, chosen);
                for (int i = 0; i < terms.length; i++) {
                    terms[i] = copy.of(terms[i]);
                }
                if (!copy.copyAssumedRanges()) {
                    return null;
                }
                from = copy.target;
            }
            return from;
        }

        /** Chooses the values that conditions state. */
        private void pin(TermStore from, SortedSet<Integer> elements, int... conditions) {
            Map<Integer, Rational> stated = new Pinned(from, conditions).values();
            for (int t : elements) {
                Rational value = stated.get(t);
                double x = value == null ? Double.NaN : value.doubleValue();
                if (new InputDomain(from.symbolOf(t)).contains(x)
                        && Rational.ofExact(x).equals(value)) {
                    Symbol symbol = from.symbolOf(t);
                    if (chosen.putIfAbsent(symbol.element(from.elementIndex(t)), value) == null) {
                        taken(symbol).add(x);
                    }
                }
            }
        }

        private Rational value(TermStore from, int element) {
            Symbol symbol = from.symbolOf(element);
            String name = symbol.element(from.elementIndex(element));
            Rational value = chosen.get(name);
            if (value == null) {
                double x = drawn(from, element);
                // or the next one that no element of the tensor has if they are distinct
                value = Rational.ofExact(symbol.distinct() ? taken(symbol).take(x) : x);
                chosen.put(name, value);
            }
            return value;
        }

        private FreeValues taken(Symbol symbol) {
            return taken.computeIfAbsent(
                    symbol.name(), s -> new FreeValues(new InputDomain(symbol)::behind));
        }

        private double drawn(TermStore from, int element) {
            InputDomain domain = new InputDomain(from.symbolOf(element));
            boolean isFloat = from.symbolOf(element).type().isFloat();
            double x =
                    switch (number) {
                        case 0 -> domain.near(count);
                        case 1 -> domain.near(Double.NEGATIVE_INFINITY);
                        case 2 -> domain.near(Double.POSITIVE_INFINITY);
                        case 3 -> domain.near(1 + count % 2);
                        default ->
                                number % 2 != 0 && !limits.isEmpty()
                                        ? domain.near(belowLimit())
                                        : isFloat // guards compare it with the limits
                                                ? domain.near(amongLimits())
                                                : domain.bits(random);
                    };
            count++;
            return x;
        }

        /** A number below a limit, or next to it. */
        private double belowLimit() {
            double limit = limits.get(random.nextInt(limits.size())).doubleValue();
            return switch (random.nextInt(4)) {
                case 0 -> limit;
                case 1 -> limit + random.nextInt(3) - 1;
                case 2 -> Math.min(limit, 8) * random.nextDouble();
                default -> limit * random.nextDouble();
            };
        }

        /** A number somewhat below the least limit, between limits, or above the greatest. */
        private double amongLimits() {
            double least = limits.isEmpty() ? 0 : limits.get(0).doubleValue();
            double greatest = limits.isEmpty() ? 0 : limits.get(limits.size() - 1).doubleValue();
            double between = least - 2 + random.nextDouble() * (greatest - least + 4);
            return Math.rint(between * STEPS) / STEPS;
        }

        private Map<String, Rational> with(Map<String, Rational> some) {
            Map<String, Rational> inputs = new TreeMap<>(some);
            inputs.putAll(chosen);
            return inputs;
        }

        private Counterexample with(Counterexample c) {
            return new Counterexample(
                    c.tensor(),
                    c.index(),
                    c.reference(),
                    c.candidate(),
                    with(c.inputs()),
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

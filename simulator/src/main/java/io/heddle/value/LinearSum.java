package io.heddle.value;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** A term as a sum: rationals times other terms, and a rational. */
public final class LinearSum {
    private static final int MAX_DEPTH = 64;

    private final TermStore store;
    private final Map<Integer, Rational> coefficients; // by term
    private final Rational constant;

    private LinearSum(TermStore store, Map<Integer, Rational> coefficients, Rational constant) {
        this.store = store;
        this.coefficients = coefficients;
        this.constant = constant;
    }

    /** The sum that {@code t} is. */
    public LinearSum(TermStore store, int t) {
        this.store = store;
        this.coefficients = new TreeMap<>();
        this.constant = new Opening().open(t);
        coefficients.values().removeIf(Rational::isZero);
    }

    /** {@code slope} times an integer, and a constant. */
    public static LinearSum line(TermStore store, Rational slope, int integer, Rational constant) {
        Map<Integer, Rational> one = new TreeMap<>();
        if (!slope.isZero()) {
            one.put(integer, slope);
        }
        return new LinearSum(store, one, constant);
    }

    /**
     * Opens a term: sums become their parts, down to a depth. A term that many sums share is opened
     * once, with the sum of its factors, since a term is opened only after all terms that can hold
     * it: those have greater numbers.
     */
    private final class Opening {
        private final TreeMap<Integer, Part> pending = new TreeMap<>(Comparator.reverseOrder());
        private Rational constant = Rational.ZERO;

        Rational open(int t) {
            enter(t, new Part(Rational.ONE, 0));
            while (!pending.isEmpty()) {
                Map.Entry<Integer, Part> e = pending.pollFirstEntry();
                if (!e.getValue().factor.isZero()) {
                    parts(e.getKey(), e.getValue().factor, e.getValue().depth);
                }
            }
            return constant;
        }

        private void enter(int t, Part part) {
            pending.merge(t, part, Part::plus);
        }

        private void parts(int t, Rational factor, int depth) {
            if (depth > MAX_DEPTH) {
                atom(t, factor);
                return;
            }
            Part next = new Part(factor, depth + 1);
            switch (store.op(t)) {
                case RATIONAL -> constant = constant.add(store.rationalValue(t).multiply(factor));
                case ADD -> {
                    enter(store.a(t), next);
                    enter(store.b(t), next);
                }
                case SUB -> {
                    enter(store.a(t), next);
                    enter(store.b(t), next.times(Rational.of(-1)));
                }
                case NEG -> enter(store.a(t), next.times(Rational.of(-1)));
                case MUL -> product(t, store.a(t), store.b(t), next);
                case FMA -> {
                    product(0, store.a(t), store.b(t), next);
                    enter(store.c(t), next);
                }
                default -> atom(t, factor);
            }
        }

        private void product(int product, int a, int b, Part part) {
            if (store.op(a) == Op.RATIONAL) {
                enter(b, part.times(store.rationalValue(a)));
            } else if (store.op(b) == Op.RATIONAL) {
                enter(a, part.times(store.rationalValue(b)));
            } else {
                atom(product == 0 ? store.mul(a, b) : product, part.factor);
            }
        }

        private void atom(int t, Rational factor) {
            coefficients.merge(t, factor, Rational::add);
        }
    }

    /** How often a term is in the sum, and the fewest operations above it. */
    private record Part(Rational factor, int depth) {
        Part times(Rational r) {
            return new Part(factor.multiply(r), depth);
        }

        Part plus(Part other) {
            return new Part(factor.add(other.factor), Math.min(depth, other.depth));
        }
    }

    public Rational constant() {
        return constant;
    }

    /** The factors of the terms. */
    public Map<Integer, Rational> coefficients() {
        return coefficients;
    }

    /** The sum and a constant. */
    public LinearSum plus(Rational r) {
        return new LinearSum(store, coefficients, constant.add(r));
    }

    /** True if every value of the sum is a multiple of {@code n}. */
    public boolean isMultipleOf(int n) {
        Rational part = Rational.of(1, n);
        return constant.multiply(part).isInteger()
                && coefficients.keySet().stream().allMatch(t -> isMultiple(t, part));
    }

    private boolean isMultiple(int t, Rational part) {
        return store.isInteger(t) && coefficients.get(t).multiply(part).isInteger();
    }

    /** The part of the sum whose values are multiples of 1 / {@code part}, without the constant. */
    LinearSum multiples(Rational part) {
        Map<Integer, Rational> some = new TreeMap<>(coefficients);
        some.keySet().removeIf(t -> !isMultiple(t, part));
        return new LinearSum(store, some, Rational.ZERO);
    }

    /** The sum less {@code other}, each of whose terms it has with the same factor. */
    LinearSum without(LinearSum other) {
        Map<Integer, Rational> rest = new TreeMap<>(coefficients);
        rest.keySet().removeAll(other.coefficients.keySet());
        return new LinearSum(store, rest, constant.subtract(other.constant));
    }

    boolean isConstant() {
        return coefficients.isEmpty();
    }

    /** The term of the {@code n}-th part. */
    public int dividedBy(int n) {
        return times(Rational.of(1, n));
    }

    /** The term of the sum times {@code factor}. */
    int times(Rational factor) {
        int sum = store.rational(constant.multiply(factor));
        for (Map.Entry<Integer, Rational> e : coefficients.entrySet()) {
            sum = store.fma(store.rational(e.getValue().multiply(factor)), e.getKey(), sum);
        }
        return sum;
    }
}

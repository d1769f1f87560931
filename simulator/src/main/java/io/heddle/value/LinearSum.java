package io.heddle.value;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
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
        this.constant = add(t, Rational.ONE, 0);
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

    /** Enters {@code t} times {@code factor}; returns the constant in it. */
    private Rational add(int t, Rational factor, int depth) {
        int next = depth + 1;
        if (depth > MAX_DEPTH) {
            return atom(t, factor);
        }
        return switch (store.op(t)) {
            case RATIONAL -> store.rationalValue(t).multiply(factor);
            case ADD -> add(store.a(t), factor, next).add(add(store.b(t), factor, next));
            case SUB -> add(store.a(t), factor, next).add(add(store.b(t), factor.negate(), next));
            case NEG -> add(store.a(t), factor.negate(), next);
            case MUL -> product(t, store.a(t), store.b(t), factor, next);
            case FMA ->
                    product(0, store.a(t), store.b(t), factor, next)
                            .add(add(store.c(t), factor, next));
            default -> atom(t, factor);
        };
    }

    private Rational product(int product, int a, int b, Rational factor, int depth) {
        if (store.op(a) == Op.RATIONAL) {
            return add(b, factor.multiply(store.rationalValue(a)), depth);
        }
        if (store.op(b) == Op.RATIONAL) {
            return add(a, factor.multiply(store.rationalValue(b)), depth);
        }
        return atom(product == 0 ? store.mul(a, b) : product, factor);
    }

    private Rational atom(int t, Rational factor) {
        coefficients.merge(t, factor, Rational::add);
        return Rational.ZERO;
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

package io.heddle.anyinput.formula;

import io.heddle.term.Rational;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * A polynomial with rational coefficients.
 *
 * @param parts the coefficient of each monomial, none of them 0
 */
record Poly(Map<Monomial, Rational> parts) {
    static final Poly ZERO = new Poly(Map.of());

    /** Copies the map, sorted. */
    Poly {
        parts = new TreeMap<>(parts);
    }

    static Poly of(Rational value) {
        return value.isZero() ? ZERO : new Poly(Map.of(Monomial.ONE, value));
    }

    static Poly of(int variable) {
        return new Poly(Map.of(Monomial.of(variable), Rational.ONE));
    }

    /** The sum. */
    Poly plus(Poly other) {
        Map<Monomial, Rational> sum = new TreeMap<>(parts);
        other.parts.forEach((m, c) -> add(sum, m, c));
        return new Poly(sum);
    }

    private static void add(Map<Monomial, Rational> sum, Monomial m, Rational c) {
        Rational all = sum.getOrDefault(m, Rational.ZERO).add(c);
        if (all.isZero()) {
            sum.remove(m);
        } else {
            sum.put(m, all);
        }
    }

    Poly minus(Poly other) {
        return plus(other.times(Rational.MINUS_ONE));
    }

    /** The product with a number. */
    Poly times(Rational factor) {
        if (factor.isZero()) {
            return ZERO;
        }
        Map<Monomial, Rational> product = new TreeMap<>();
        parts.forEach((m, c) -> product.put(m, c.multiply(factor)));
        return new Poly(product);
    }

    /** The product. */
    Poly times(Poly other) {
        Map<Monomial, Rational> product = new TreeMap<>();
        parts.forEach(
                (a, x) -> other.parts.forEach((b, y) -> add(product, a.times(b), x.multiply(y))));
        return new Poly(product);
    }

    boolean isZero() {
        return parts.isEmpty();
    }

    boolean isConstant() {
        return parts.keySet().stream().allMatch(m -> m.degree() == 0);
    }

    Rational constant() {
        return coefficient(Monomial.ONE);
    }

    Rational coefficient(Monomial m) {
        return parts.getOrDefault(m, Rational.ZERO);
    }

    /** The same without its constant. */
    Poly withoutConstant() {
        return filter(m -> m.degree() > 0);
    }

    /** The parts whose monomials fulfil a condition. */
    Poly filter(java.util.function.Predicate<Monomial> which) {
        Map<Monomial, Rational> some = new TreeMap<>();
        parts.forEach(
                (m, c) -> {
                    if (which.test(m)) {
                        some.put(m, c);
                    }
                });
        return new Poly(some);
    }

    int degree() {
        return parts.keySet().stream().mapToInt(Monomial::degree).max().orElse(0);
    }

    Set<Integer> variables() {
        Set<Integer> all = new TreeSet<>();
        parts.keySet().forEach(m -> all.addAll(m.variables()));
        return all;
    }

    boolean has(IntPredicate variable) {
        return variables().stream().anyMatch(variable::test);
    }

    /** The same with polynomials in place of variables. */
    Poly substitute(Map<Integer, Poly> by) {
        Poly sum = ZERO;
        for (Map.Entry<Monomial, Rational> e : parts.entrySet()) {
            Poly product = of(e.getValue());
            for (int v : e.getKey().variables()) {
                product = product.times(by.getOrDefault(v, of(v)));
            }
            sum = sum.plus(product);
        }
        return sum;
    }
}

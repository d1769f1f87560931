package io.heddle.anyinput.query;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A polynomial with integer coefficients.
 *
 * @param parts the coefficient of each monomial, none of them 0; a monomial is the sorted names of
 *     its variables, the constant one is empty
 */
record Polynomial(Map<List<String>, BigInteger> parts) {
    static final Polynomial ONE = of(BigInteger.ONE);

    private static Map<List<String>, BigInteger> empty() {
        return new TreeMap<>(
                (a, b) -> {
                    int order = Integer.compare(a.size(), b.size());
                    return order != 0 ? order : a.toString().compareTo(b.toString());
                });
    }

    static Polynomial of(BigInteger value) {
        Map<List<String>, BigInteger> parts = empty();
        if (value.signum() != 0) {
            parts.put(List.of(), value);
        }
        return new Polynomial(parts);
    }

    static Polynomial of(String variable) {
        Map<List<String>, BigInteger> parts = empty();
        parts.put(List.of(variable), BigInteger.ONE);
        return new Polynomial(parts);
    }

    /** A product of variables, whose names are sorted, times a number that is not 0. */
    static Polynomial of(List<String> monomial, BigInteger factor) {
        Map<List<String>, BigInteger> parts = empty();
        parts.put(List.copyOf(monomial), factor);
        return new Polynomial(parts);
    }

    /** This plus {@code factor} times another one. */
    Polynomial plus(Polynomial other, BigInteger factor) {
        Map<List<String>, BigInteger> sum = empty();
        sum.putAll(parts);
        other.parts.forEach((m, c) -> add(sum, m, c.multiply(factor)));
        return new Polynomial(sum);
    }

    private static void add(
            Map<List<String>, BigInteger> sum, List<String> monomial, BigInteger c) {
        sum.merge(monomial, c, BigInteger::add);
        if (sum.get(monomial).signum() == 0) {
            sum.remove(monomial);
        }
    }

    /** The product. */
    Polynomial times(Polynomial other) {
        Map<List<String>, BigInteger> product = empty();
        for (Map.Entry<List<String>, BigInteger> a : parts.entrySet()) {
            for (Map.Entry<List<String>, BigInteger> b : other.parts.entrySet()) {
                List<String> monomial = new ArrayList<>(a.getKey());
                monomial.addAll(b.getKey());
                Collections.sort(monomial);
                add(product, List.copyOf(monomial), a.getValue().multiply(b.getValue()));
            }
        }
        return new Polynomial(product);
    }

    /** The greatest common divisor of the coefficients. */
    BigInteger content() {
        return parts.values().stream().reduce(BigInteger.ZERO, BigInteger::gcd);
    }

    /** This divided by the greatest common divisor of its coefficients. */
    Polynomial primitive() {
        BigInteger divisor = content();
        Map<List<String>, BigInteger> divided = empty();
        parts.forEach((m, c) -> divided.put(m, c.divide(divisor)));
        return new Polynomial(divided);
    }

    /** P, where this is the monomial times P and parts that are no multiples of the monomial. */
    Polynomial factorOf(List<String> monomial) {
        Map<List<String>, BigInteger> factor = empty();
        parts.forEach(
                (m, c) -> {
                    List<String> left = new ArrayList<>(m);
                    if (monomial.stream().allMatch(left::remove)) {
                        factor.put(List.copyOf(left), c);
                    }
                });
        return new Polynomial(factor);
    }

    /** The variables that all parts have, as often as all have them. */
    List<String> common() {
        List<String> common = null;
        for (List<String> m : parts.keySet()) {
            List<String> left = new ArrayList<>(m);
            if (common == null) {
                common = left;
            } else {
                common.removeIf(v -> !left.remove(v));
            }
        }
        return common == null ? List.of() : common;
    }

    /** True if it is a number. */
    boolean isConstant() {
        return parts.isEmpty() || parts.size() == 1 && parts.containsKey(List.of());
    }

    /** Its text, with a name for each monomial of several variables. */
    String text(Function<List<String>, String> names) {
        if (parts.isEmpty()) {
            return "0";
        }
        List<String> sum = new ArrayList<>();
        parts.forEach(
                (m, c) -> {
                    String one = m.isEmpty() ? "" : m.size() == 1 ? m.get(0) : names.apply(m);
                    if (m.isEmpty()) {
                        sum.add(literal(c));
                    } else {
                        sum.add(
                                c.equals(BigInteger.ONE)
                                        ? one
                                        : "(* " + literal(c) + " " + one + ")");
                    }
                });
        return sum.size() == 1 ? sum.get(0) : "(+ " + String.join(" ", sum) + ")";
    }

    /** An integer as SMT-LIB writes it. */
    static String literal(BigInteger value) {
        return value.signum() < 0 ? "(- " + value.negate() + ")" : value.toString();
    }
}

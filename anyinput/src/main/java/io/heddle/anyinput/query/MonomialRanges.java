package io.heddle.anyinput.query;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Between which integers polynomials lie, from the ranges of variables and of some products. */
final class MonomialRanges {
    private final Map<String, IntegerRange> variables = new HashMap<>();
    private final Map<List<String>, BigInteger> most = new HashMap<>();
    private final Map<Polynomial, IntegerRange> known = new HashMap<>();

    /** A polynomial, whose variables have ranges, lies in one. */
    void polynomial(Polynomial p, IntegerRange range) {
        known.merge(p, range, IntegerRange::and);
    }

    /** A variable lies in a range. */
    void variable(String name, IntegerRange range) {
        variables.merge(name, range, IntegerRange::and);
    }

    /** The product of the variables of a sorted list is at most this. */
    void bound(List<String> monomial, BigInteger greatest) {
        most.merge(monomial, greatest, BigInteger::min);
    }

    /** The range of a polynomial, all of whose variables have one; else null. */
    IntegerRange of(Polynomial p) {
        IntegerRange sum = new IntegerRange(BigInteger.ZERO, BigInteger.ZERO);
        for (Map.Entry<List<String>, BigInteger> part : p.parts().entrySet()) {
            IntegerRange range = of(part.getKey());
            if (range == null) {
                return null;
            }
            sum = sum.plus(range.times(new IntegerRange(part.getValue(), part.getValue())));
        }
        return known.containsKey(p) ? sum.and(known.get(p)) : sum;
    }

    private IntegerRange of(List<String> monomial) {
        IntegerRange product = new IntegerRange(BigInteger.ONE, BigInteger.ONE);
        boolean natural = true;
        for (String name : monomial) {
            IntegerRange one = variables.get(name);
            if (one == null) {
                return null;
            }
            natural &= one.isNatural();
            product = product.times(one);
        }
        if (natural) {
            for (Map.Entry<List<String>, BigInteger> e : most.entrySet()) {
                if (e.getValue().compareTo(product.high()) < 0
                        && isAtMost(monomial, e.getKey())
                        && product.low().compareTo(e.getValue()) <= 0) {
                    product = new IntegerRange(product.low(), e.getValue());
                }
            }
        }
        return product;
    }

    /** True if a product has all factors of another one, and the rest of them is at least 1. */
    private boolean isAtMost(List<String> monomial, List<String> greater) {
        List<String> rest = new ArrayList<>(greater);
        for (String name : monomial) {
            if (!rest.remove(name)) {
                return false;
            }
        }
        return rest.stream().allMatch(this::isPositive);
    }

    /** True if a variable is known to be at least 1. */
    boolean isPositive(String variable) {
        return variables.containsKey(variable) && variables.get(variable).isPositive();
    }
}

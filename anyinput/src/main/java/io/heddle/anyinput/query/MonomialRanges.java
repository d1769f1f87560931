package io.heddle.anyinput.query;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Between which integers polynomials lie, from the ranges of variables and of some products. */
final class MonomialRanges {
    private static final int MOST_BOUNDS = 100;
    private static final int MOST_FACTS = 100;

    private final Map<String, IntegerRange> variables = new HashMap<>();
    private final Map<List<String>, BigInteger> most = new HashMap<>();
    private final Map<Polynomial, IntegerRange> known = new HashMap<>();
    private final Set<Fact> facts = new LinkedHashSet<>();
    private final Map<Polynomial, Optional<BigInteger>> upper = new HashMap<>();

    /**
     * A polynomial is less than a product of variables.
     *
     * @param only the variable of which this is said unless it is 0, or null
     */
    private record Fact(Polynomial s, List<String> x, String only) {}

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

    /** True if the product of some variables is known to be bounded. */
    boolean hasBounds() {
        return !most.isEmpty();
    }

    /**
     * A polynomial S is less than a product X of variables, or equal to it. Where S is A + B · v
     * with A ≥ 0 and B ≥ 1, v is at most X; so it is where A + B ≥ 0, S is less than X and X ≥ 1,
     * since then B · (v − 1) is less than X. A product that has X as a factor and is bounded is
     * bounded where v stands for X.
     *
     * @param only the variable v of which this is said unless it is 0, or null
     */
    void limit(Polynomial s, Polynomial x, boolean strict, String only) {
        if (x.parts().size() != 1
                || !x.parts().values().iterator().next().equals(BigInteger.ONE)
                || !of(x).isNatural()) {
            return;
        }
        List<String> factors = x.parts().keySet().iterator().next();
        if (strict && facts.size() < MOST_FACTS) {
            facts.add(new Fact(s, factors, only));
            upper.clear();
        }
        for (List<String> monomial : s.parts().keySet()) {
            for (String v : monomial) {
                boolean natural = variables.containsKey(v) && variables.get(v).isNatural();
                boolean asked = only == null || only.equals(v);
                if (natural && asked && !factors.contains(v) && isAtMost(v, s, x, strict)) {
                    stand(v, factors);
                }
            }
        }
    }

    private boolean isAtMost(String v, Polynomial s, Polynomial x, boolean strict) {
        Polynomial b = s.factorOf(List.of(v));
        Polynomial a = s.plus(b.times(Polynomial.of(v)), BigInteger.ONE.negate());
        boolean linear = b.parts().keySet().stream().noneMatch(m -> m.contains(v));
        IntegerRange factor = of(b);
        if (!linear || factor == null || !factor.isPositive() || of(a) == null) {
            return false;
        }
        return of(a).isNatural()
                || strict && of(x).isPositive() && of(a.plus(b, BigInteger.ONE)).isNatural();
    }

    /** A variable may stand for a product in the products that are bounded. */
    private void stand(String v, List<String> product) {
        Map<List<String>, BigInteger> more = new HashMap<>();
        most.forEach(
                (monomial, greatest) -> {
                    List<String> rest = new ArrayList<>(monomial);
                    if (product.stream().allMatch(rest::remove)) {
                        rest.add(v);
                        rest.sort(null);
                        more.put(List.copyOf(rest), greatest);
                    }
                });
        more.forEach(
                (monomial, greatest) -> {
                    if (most.size() < MOST_BOUNDS || most.containsKey(monomial)) {
                        bound(monomial, greatest);
                    }
                });
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
        if (known.containsKey(p)) {
            sum = sum.and(known.get(p));
        }
        if (p.parts().size() > 1 && sum.isNatural() && !facts.isEmpty()) {
            if (!upper.containsKey(p)) {
                upper.put(p, Optional.empty()); // as long as it is not known
                upper.put(p, upper(p));
            }
            BigInteger greatest = upper.get(p).orElse(sum.high());
            sum = sum.and(new IntegerRange(sum.low(), greatest));
        }
        return sum;
    }

    /**
     * The greatest value of an index of several dimensions, such as (i · M + j) · N + k with i &lt;
     * L, j &lt; M and k &lt; N, where the product of all sizes is bounded.
     */
    private Optional<BigInteger> upper(Polynomial p) {
        Polynomial index = p.primitive();
        return most.entrySet().stream()
                .filter(e -> isLess(index, e.getKey()))
                .map(e -> e.getValue().subtract(BigInteger.ONE).multiply(p.content()))
                .min(BigInteger::compareTo);
    }

    /** True if a polynomial, which is at least 0, is certainly less than a product. */
    private boolean isLess(Polynomial p, List<String> product) {
        if (facts.stream().anyMatch(f -> f.s.equals(p) && f.x.equals(product) && isCertain(f))) {
            return true;
        }
        if (p.parts().isEmpty()) {
            return product.stream().allMatch(this::isPositive);
        }
        if (product.size() < 2) {
            return false;
        }
        for (int k = 0; k < product.size(); k++) {
            List<String> size = List.of(product.get(k));
            List<String> others = new ArrayList<>(product);
            others.remove(k);
            Polynomial rows = p.factorOf(size);
            Polynomial n = Polynomial.of(size, BigInteger.ONE);
            Polynomial column = p.plus(rows.times(n), BigInteger.ONE.negate());
            boolean split = k == 0 || !product.get(k).equals(product.get(k - 1));
            if (split
                    && isNatural(rows)
                    && isNatural(column)
                    && isLess(column, size)
                    && isLess(rows, List.copyOf(others))) {
                return true;
            }
        }
        return false;
    }

    private boolean isNatural(Polynomial p) {
        IntegerRange range = of(p);
        return range != null && range.isNatural();
    }

    /** True if a fact holds where its variable is 0, too. */
    private boolean isCertain(Fact f) {
        if (f.only == null) {
            return true;
        }
        Polynomial of = f.s.factorOf(List.of(f.only)).times(Polynomial.of(f.only));
        Polynomial first = f.s.plus(of, BigInteger.ONE.negate());
        return facts.contains(new Fact(first, f.x, null));
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

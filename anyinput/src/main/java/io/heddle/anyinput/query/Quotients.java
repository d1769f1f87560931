package io.heddle.anyinput.query;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Quotients by sizes that are variables. The quotient q of A by B ≥ 1, rounded down, is the integer
 * with 0 ≤ A − B · q &lt; B. One variable stands for all spellings of it: (A div B) div C is A div
 * (B · C), and (A + B · K) div B is (A div B) + K. So what divisions and remainders took apart is
 * one polynomial again when products and sums put it together.
 */
final class Quotients {
    private final Script script;
    private final Products products;
    private final MonomialRanges ranges;
    private final Map<Division, Polynomial> known = new HashMap<>();
    private final Map<Polynomial, Division> divisions = new HashMap<>(); // by quotient

    /** Quotients in a script, whose variables' ranges are known. */
    Quotients(Script script, Products products, MonomialRanges ranges) {
        this.script = script;
        this.products = products;
        this.ranges = ranges;
    }

    /**
     * A div B.
     *
     * @param a A
     * @param b B
     */
    private record Division(Polynomial a, Polynomial b) {}

    /**
     * The quotient, rounded down.
     *
     * @param a the dividend, all of whose variables have ranges
     * @param b the divisor, which is at least 1
     */
    Polynomial of(Polynomial a, Polynomial b) {
        Polynomial whole = multiple(a, b);
        Polynomial rest = a.plus(whole.times(b), BigInteger.ONE.negate());
        Division inner = divisions.get(rest);
        Division division = inner == null ? new Division(rest, b) : nested(inner, b);
        Polynomial quotient =
                whole.plus(known.computeIfAbsent(division, this::made), BigInteger.ONE);
        Polynomial remainder = a.plus(quotient.times(b), BigInteger.ONE.negate());
        BigInteger most = ranges.of(b).high().subtract(BigInteger.ONE);
        ranges.polynomial(remainder, new IntegerRange(BigInteger.ZERO, most));
        if (!whole.parts().isEmpty()) {
            products.times(b, ranges.of(b).low(), quotient, ranges.of(quotient).low());
            whole.parts().keySet().forEach(this::parts);
        }
        return quotient;
    }

    /** A product with a quotient in it is equal where the quotient is. */
    private void parts(List<String> monomial) {
        for (String name : monomial) {
            Polynomial one = Polynomial.of(name);
            if (monomial.size() > 1 && divisions.containsKey(one)) {
                List<String> others = new ArrayList<>(monomial);
                others.remove(name);
                Polynomial rest = Polynomial.of(others, BigInteger.ONE);
                products.times(one, ranges.of(one).low(), rest, ranges.of(rest).low());
            }
        }
    }

    /**
     * The division of a quotient. The range of the product of both divisors is that of the factors'
     * ranges: what the sum of its parts says is wider, and may have numbers below 1.
     */
    private Division nested(Division inner, Polynomial b) {
        Polynomial product = inner.b.times(b);
        ranges.polynomial(product, ranges.of(inner.b).times(ranges.of(b)));
        return new Division(inner.a, product);
    }

    /** K, where A is a sum of B · K and what is no multiple of B. */
    private static Polynomial multiple(Polynomial a, Polynomial b) {
        Polynomial sum = Polynomial.of(BigInteger.ZERO);
        if (b.parts().size() != 1) {
            return sum;
        }
        Map.Entry<List<String>, BigInteger> by = b.parts().entrySet().iterator().next();
        for (Map.Entry<List<String>, BigInteger> part : a.parts().entrySet()) {
            List<String> left = new ArrayList<>(part.getKey());
            boolean has = by.getKey().stream().allMatch(left::remove);
            BigInteger[] factor = part.getValue().divideAndRemainder(by.getValue());
            if (has && factor[1].signum() == 0) {
                sum = sum.plus(Polynomial.of(left, factor[0]), BigInteger.ONE);
            }
        }
        return sum;
    }

    private Polynomial made(Division d) {
        IntegerRange a = ranges.of(d.a);
        IntegerRange b = ranges.of(d.b);
        if (!b.isPositive()) {
            throw new IllegalStateException("a divisor that may be below 1: " + d.b);
        }
        if (a.isNatural() && a.high().compareTo(b.low()) < 0) {
            return Polynomial.of(BigInteger.ZERO);
        }
        String name = script.fresh("d");
        script.line("(declare-const " + name + " Int)");
        Polynomial q = Polynomial.of(name);
        IntegerRange range = quotients(a, b);
        ranges.variable(name, range);
        Map.Entry<List<String>, BigInteger> by = d.b.parts().entrySet().iterator().next();
        if (a.isNatural() && d.b.parts().size() == 1 && by.getValue().signum() > 0) {
            List<String> product = new ArrayList<>(by.getKey());
            product.add(name);
            product.sort(null);
            ranges.bound(List.copyOf(product), a.high().divide(by.getValue()));
        }
        divisions.put(q, d);
        Polynomial product = products.times(d.b, b.low(), q, range.low());
        String rest = d.a.plus(product, BigInteger.ONE.negate()).text(products::name);
        script.line(
                "(assert (and (<= "
                        + Polynomial.literal(range.low())
                        + " "
                        + name
                        + " "
                        + Polynomial.literal(range.high())
                        + ") (<= 0 "
                        + rest
                        + ") (< "
                        + rest
                        + " "
                        + d.b.text(products::name)
                        + ")))");
        return q;
    }

    /** The range of quotients, rounded down, by what is at least 1. */
    private static IntegerRange quotients(IntegerRange a, IntegerRange b) {
        BigInteger low = floor(a.low(), a.isNatural() ? b.high() : b.low());
        BigInteger high = floor(a.high(), a.high().signum() >= 0 ? b.low() : b.high());
        return new IntegerRange(low, high);
    }

    private static BigInteger floor(BigInteger a, BigInteger b) {
        BigInteger[] parts = a.divideAndRemainder(b);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }
}

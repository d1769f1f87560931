package io.heddle.anyinput.bits;

import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;

/**
 * The division by a constant that nvcc writes as a product and a shift (Granlund and Montgomery,
 * Division by Invariant Integers using Multiplication, 1994). Let d = ⌈2<sup>s</sup> / m⌉ and e = m
 * · d − 2<sup>s</sup>. Then u · m / 2<sup>s</sup> = u / d + u · e / (d · 2<sup>s</sup>). Where u ·
 * e &lt; 2<sup>s</sup>, the second part is less than 1 / d, so that both have one floor: u · m
 * shifted right by s is the quotient of u by d.
 */
final class ReciprocalDivision {
    private final BitTerms terms;

    ReciprocalDivision(BitTerms terms) {
        this.terms = terms;
    }

    /** The quotient that a term is, shifted right by a number of bits; null if it is none. */
    BitTerm of(BitTerm product, int shift) {
        if (product.op() == BitOp.LOW) { // the upper half of a product, shifted further
            BitTerm half = product.operand(0);
            boolean upper = half.op() == BitOp.LSHR && half.operand(1).isConstant();
            if (!upper || half.high().bitLength() > product.width()) {
                return null;
            }
            BitTerm quotient = of(half.operand(0), shift + half.operand(1).low().intValue());
            return quotient == null ? null : terms.low(quotient, product.width());
        }
        LinearSum sum = LinearSum.of(product);
        BigInteger m = sum.constant();
        for (BigInteger factor : sum.factors().values()) {
            m = m.gcd(factor);
        }
        if (m.bitCount() < 2 || shift >= product.width()) {
            return null;
        }
        Map<BitTerm, BigInteger> parts = new TreeMap<>();
        for (Map.Entry<BitTerm, BigInteger> e : sum.factors().entrySet()) {
            parts.put(e.getKey(), e.getValue().divide(m));
        }
        BitTerm u = terms.sum(new LinearSum(sum.width(), parts, sum.constant().divide(m)));
        BigInteger power = BigInteger.ONE.shiftLeft(shift);
        BigInteger d = power.add(m).subtract(BigInteger.ONE).divide(m);
        BigInteger e = m.multiply(d).subtract(power);
        boolean wraps = u.high().multiply(m).bitLength() > product.width();
        return wraps || u.high().multiply(e).compareTo(power) >= 0
                ? null
                : terms.divide(BitOp.UDIV, u, terms.constant(u.width(), d));
    }
}

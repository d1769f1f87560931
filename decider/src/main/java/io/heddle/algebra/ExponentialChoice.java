package io.heddle.algebra;

import io.heddle.term.Rational;
import java.math.BigInteger;

/**
 * The choice between two sums of exponentials that differ by one factor: ite(c, 2^h·y, y) =
 * 2^ite(c, h, 0)·y. A running softmax that rescales its sum only when the maximum grows is such a
 * choice.
 */
final class ExponentialChoice {
    private static final int MAX_SIZE = 64; // monomials

    private final Ring ring;

    ExponentialChoice(Ring ring) {
        this.ring = ring;
    }

    /** {@code x} where the condition holds, else {@code y}; null where x is not 2^h·y. */
    Polynomial of(Polynomial condition, Polynomial x, Polynomial y, Facts facts) {
        if (x.size() != y.size() || x.size() > MAX_SIZE || x.isZero()) {
            return null;
        }
        Ring.Factor first = new Ring.Factor(x.coefficient(0), x.key(0));
        for (int i = 0; i < y.size(); i++) {
            Ring.Factor divisor = new Ring.Factor(y.coefficient(i), y.key(i));
            Ring.Factor quotient = ring.times(first, ring.rules().content().inverse(divisor));
            Polynomial h = exponent(quotient);
            if (h != null && !h.isZero() && ring.multiply(y, quotient).equals(x)) {
                Comparisons comparisons = ring.rules().comparisons();
                Polynomial chosen = comparisons.choose(condition, h, Polynomial.ZERO, facts);
                return ring.multiply(y, ring.rules().exponential(chosen));
            }
        }
        return null;
    }

    /** The h for which the factor is 2^h by its form, or null. */
    private Polynomial exponent(Ring.Factor factor) {
        Integer whole = exponent(factor.coefficient());
        if (whole == null) {
            return null;
        }
        Polynomial h = Polynomial.constant(Rational.of(whole));
        int[] powers = ring.unpack(factor.key());
        if (powers.length == 0) {
            return null; // a number is chosen as it is
        }
        for (int i = 0; i < powers.length; i += 2) {
            Atom atom = ring.atom(powers[i]);
            if (atom.kind() != Atom.Kind.EXPONENTIAL) {
                return null;
            }
            h = h.add(atom.part().scale(Rational.of(powers[i + 1])));
        }
        return h;
    }

    /** The n for which a number is 2^n, or null. */
    private static Integer exponent(Rational r) {
        BigInteger numerator = r.numerator();
        BigInteger denominator = r.denominator();
        boolean power = r.signum() > 0 && numerator.bitCount() == 1 && denominator.bitCount() == 1;
        return power ? numerator.getLowestSetBit() - denominator.getLowestSetBit() : null;
    }
}

package io.heddle.algebra;

import io.heddle.term.Rational;
import java.math.BigInteger;

/**
 * Conditions as numbers: [p &gt; 0] is 1 where p &gt; 0 and else 0, so that ite(c, x, y) = y +
 * [c]·(x − y). [p ≥ 0] = 1 − [−p &gt; 0], "and" is the product, "not" is 1 − c.
 */
final class Comparisons {
    private final Ring ring;
    private final ExponentialChoice exponentials;

    Comparisons(Ring ring) {
        this.ring = ring;
        exponentials = new ExponentialChoice(ring);
    }

    /** [p &gt; 0]. */
    Polynomial positive(Polynomial p, Facts facts) {
        Sign sign = sign(p, facts);
        if (sign == Sign.POSITIVE) {
            return Polynomial.ONE;
        }
        if (sign.isKnownNonpositive()) {
            return Polynomial.ZERO;
        }
        if (sign == Sign.NONNEGATIVE && !facts.isEmpty()) {
            if (LinearFacts.implies(ring, facts, p, true)) {
                return Polynomial.ONE;
            }
            if (LinearFacts.implies(ring, facts, p.negate(), false)) {
                return Polynomial.ZERO;
            }
        }
        Rational[] values = valuesOfOneCondition(p);
        if (values != null) {
            Rational no = values[0].signum() > 0 ? Rational.ONE : Rational.ZERO;
            Rational yes = values[1].signum() > 0 ? Rational.ONE : Rational.ZERO;
            return ofOneCondition(p, no, yes);
        }
        Polynomial primitive = ring.rules().content().positive(p).primitive();
        Sign cleared = sign(primitive, facts); // a/(a + b) + b/(a + b) − 1 is 0 once it is cleared
        if (cleared == Sign.POSITIVE || cleared.isKnownNonpositive()) {
            return cleared == Sign.POSITIVE ? Polynomial.ONE : Polynomial.ZERO;
        }
        Polynomial q = tight(primitive);
        if (isInteger(q) && q.coefficient(q.size() - 1).signum() < 0) {
            // for integers q > 0 is not (1 - q > 0): one of the two is the standard spelling
            return Polynomial.ONE.subtract(atom(Polynomial.ONE.subtract(q)));
        }
        return atom(q);
    }

    /** The values of r + s·[c] where c does not hold and where it does, or null for other forms. */
    Rational[] valuesOfOneCondition(Polynomial p) {
        int last = p.size() - 1;
        boolean isOne = last == 0 || last == 1 && p.key(0) == Ring.UNIT;
        if (!isOne || indicator(p.key(last)) == 0) {
            return null;
        }
        Rational r = p.constantTerm();
        return new Rational[] {r, r.add(p.coefficient(last))};
    }

    /** {@code no + [c]·(yes − no)} for the one condition of p. */
    Polynomial ofOneCondition(Polynomial p, Rational no, Rational yes) {
        Rational difference = yes.subtract(no);
        Polynomial constant = Polynomial.constant(no);
        return difference.isZero()
                ? constant
                : constant.add(Polynomial.monomial(p.key(p.size() - 1), difference));
    }

    /** For an integer q = g·r + c: r − ⌊−c/g⌋, which is positive exactly where q is. */
    private Polynomial tight(Polynomial q) {
        Rational c = q.constantTerm();
        if (c.isZero() || !isInteger(q)) {
            return q;
        }
        BigInteger g = BigInteger.ZERO;
        for (int i = 0; i < q.size(); i++) {
            if (q.key(i) != Ring.UNIT) {
                g = g.gcd(q.coefficient(i).numerator());
            }
        }
        if (g.signum() == 0 || g.equals(BigInteger.ONE)) {
            return q;
        }
        Rational share = Rational.of(BigInteger.ONE, g);
        Rational least = Rational.of(c.multiply(share).negate().floor());
        return q.subtract(Polynomial.constant(c)).scale(share).subtract(Polynomial.constant(least));
    }

    private Polynomial atom(Polynomial p) {
        return ring.variable(ring.atom(Atom.Kind.INDICATOR, 0, p));
    }

    /** [p ≥ 0]. */
    Polynomial nonnegative(Polynomial p, Facts facts) {
        return Polynomial.ONE.subtract(positive(p.negate(), facts));
    }

    /** [p = 0]. */
    Polynomial zero(Polynomial p, Facts facts) {
        return nonnegative(p, facts).subtract(positive(p, facts));
    }

    /** True if every value of the polynomial is an integer. */
    boolean isInteger(Polynomial p) {
        for (int i = 0; i < p.size(); i++) {
            if (!p.coefficient(i).isInteger() || !isInteger(p.key(i))) {
                return false;
            }
        }
        return true;
    }

    boolean isInteger(long key) {
        int[] powers = ring.unpack(key);
        for (int i = 0; i < powers.length; i += 2) {
            if (powers[i + 1] < 0 || !ring.isIntegral(powers[i])) {
                return false;
            }
        }
        return true;
    }

    /** The sign of p by its form, or under the facts of a case. */
    Sign sign(Polynomial p, Facts facts) {
        Sign known = ring.rules().signs().of(p);
        if (known == Sign.UNKNOWN) {
            known = ring.rules().ranges().sign(p);
        }
        if (known != Sign.UNKNOWN || facts.isEmpty()) {
            return known;
        }
        if (p.isZero()) {
            return Sign.ZERO;
        }
        return signUnder(facts, ring.rules().content().positive(p).primitive());
    }

    private Sign signUnder(Facts facts, Polynomial p) {
        if (LinearFacts.implies(ring, facts, p, true)) {
            return Sign.POSITIVE;
        }
        if (LinearFacts.implies(ring, facts, p.negate(), true)) {
            return Sign.NEGATIVE;
        }
        boolean nonnegative = LinearFacts.implies(ring, facts, p, false);
        boolean nonpositive = LinearFacts.implies(ring, facts, p.negate(), false);
        if (nonnegative && nonpositive) {
            return Sign.ZERO;
        }
        return nonnegative ? Sign.NONNEGATIVE : nonpositive ? Sign.NONPOSITIVE : Sign.UNKNOWN;
    }

    /** ite([c], x, y) = y + [c]·(x − y), with [d &gt; 0]·q·d = q·max(d, 0). */
    Polynomial choose(Polynomial condition, Polynomial x, Polynomial y, Facts facts) {
        Polynomial continuous = continuous(condition, x, y, facts);
        if (continuous != null) {
            return continuous;
        }
        Polynomial scaled = exponentials.of(condition, x, y, facts);
        return scaled != null ? scaled : y.add(ring.multiply(condition, x.subtract(y)));
    }

    /** The choice where both arms are the same at the threshold of its one comparison, or null. */
    Polynomial continuous(Polynomial condition, Polynomial x, Polynomial y, Facts facts) {
        Polynomial difference = x.subtract(y);
        int atom = condition.size() == 1 ? indicator(condition.key(0)) : 0;
        if (atom != 0 && condition.coefficient(0).isOne()) {
            Polynomial clipped = clipped(ring.atom(atom).part(), difference, facts);
            if (clipped != null) {
                return y.add(clipped);
            }
        }
        if (condition.size() == 2
                && condition.constantTerm().isOne()
                && condition.coefficient(1).equals(Rational.MINUS_ONE)
                && indicator(condition.key(1)) != 0) {
            Polynomial d = ring.atom(PackedMonomial.singleAtom(condition.key(1))).part();
            Polynomial clipped = clipped(d, difference.negate(), facts);
            if (clipped != null) {
                return x.add(clipped); // 1 − [c]: the arms change places
            }
        }
        return null;
    }

    /** The atom of a key that is one indicator, else 0. */
    private int indicator(long key) {
        int atom = PackedMonomial.singleAtom(key);
        return atom != 0 && ring.atom(atom).kind() == Atom.Kind.INDICATOR ? atom : 0;
    }

    /** [d &gt; 0]·t as q·max(d, 0) where t = q·d for a monomial q, else null. */
    private Polynomial clipped(Polynomial d, Polynomial t, Facts facts) {
        if (t.isZero() || t.size() != d.size()) {
            return t.isZero() ? t : null;
        }
        for (int i = 0; i < Math.min(t.size(), 16); i++) {
            Ring.Factor q =
                    ring.times(
                            new Ring.Factor(t.coefficient(i), t.key(i)),
                            ring.rules()
                                    .content()
                                    .inverse(new Ring.Factor(d.coefficient(0), d.key(0))));
            if (isPolynomial(q.key()) && ring.multiply(d, q).equals(t)) {
                Polynomial clip =
                        ring.rules()
                                .extrema()
                                .maximum(java.util.List.of(d, Polynomial.ZERO), facts);
                return ring.multiply(clip, q);
            }
        }
        return null;
    }

    private boolean isPolynomial(long key) {
        int[] powers = ring.unpack(key);
        for (int i = 1; i < powers.length; i += 2) {
            if (powers[i] < 0 && !ring.signOf(powers[i - 1]).isKnownNonzero()) {
                return false;
            }
        }
        return true;
    }
}

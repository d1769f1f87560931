package io.heddle.algebra;

import io.heddle.term.Rational;
import java.math.BigInteger;

/**
 * Floors of forms in one spelling, and the values that a floor can take.
 *
 * <p>For an integer m, ⌊p + m⌋ = ⌊p⌋ + m: so the coefficient of every integer monomial below a
 * floor is in (−1/2, 1/2], the constant in [0, 1). Where n·p is an integer, ⌊p⌋ = −⌊−p + (n − 1)/n⌋
 * chooses the sign, and ⌊(⌊q⌋ + m) / n⌋ = ⌊(q + m) / n⌋ opens a floor below a floor. A floor whose
 * argument ranges between two neighbouring integers is that number. The floor of a maximum is the
 * maximum of the floors ({@link RoundedExtrema}).
 */
final class Floors {
    private static final int MAX_ROUNDS = 64;
    private static final int MAX_VALUES = 4;
    private static final int MAX_SIZE = 12;

    private final Ring ring;

    Floors(Ring ring) {
        this.ring = ring;
    }

    /** ⌊p⌋. */
    Polynomial floor(Polynomial p) {
        Polynomial whole = Polynomial.ZERO;
        Polynomial rest = p;
        Rational sign = Rational.ONE; // ⌊p⌋ = whole + sign·⌊rest⌋
        for (int round = 0; round < MAX_ROUNDS; round++) {
            ring.budget().spend(rest.size());
            Polynomial opened = withoutInnerFloor(rest);
            Polynomial integer = wholePart(opened);
            whole = whole.add(integer.scale(sign));
            rest = withWholeConstant(opened.subtract(integer));
            if (rest.isConstant()) {
                return whole; // the constant left is in [0, 1)
            }
            BigInteger[] ends = ring.rules().ranges().of(rest).wholeEnds();
            if (ends != null && ends[0].equals(ends[1])) {
                return whole.add(Polynomial.constant(Rational.of(ends[0])).scale(sign));
            }
            Rational[] values = ring.rules().comparisons().valuesOfOneCondition(rest);
            if (values != null) {
                Rational no = Rational.of(values[0].floor());
                Rational yes = Rational.of(values[1].floor());
                Polynomial chosen = ring.rules().comparisons().ofOneCondition(rest, no, yes);
                return whole.add(chosen.scale(sign));
            }
            boolean opens = !withoutInnerFloor(rest).equals(rest);
            if (!opens && isStandard(rest)) {
                return whole.add(atom(rest).scale(sign));
            }
            if (!opens) {
                rest = Polynomial.constant(endOf(rest)).subtract(rest);
                sign = sign.negate();
            }
        }
        return whole.add(atom(rest).scale(sign));
    }

    private Polynomial atom(Polynomial rest) {
        Polynomial spread = ring.rules().roundedExtrema().spread(rest, this::floor);
        return spread != null ? spread : ring.variable(ring.atom(Atom.Kind.FLOOR, 0, rest));
    }

    private boolean isIntegral(long key) {
        return ring.rules().comparisons().isInteger(key);
    }

    /** The integer multiples of integer monomials nearest to the summands of p; ⌊c⌋ of c. */
    private Polynomial wholePart(Polynomial p) {
        Accumulator whole = new Accumulator();
        for (int i = 0; i < p.size(); i++) {
            if (!isIntegral(p.key(i))) {
                continue;
            }
            Rational c = p.coefficient(i);
            Rational n =
                    p.key(i) == Ring.UNIT
                            ? Rational.of(c.floor())
                            : Rational.of(Rational.HALF.subtract(c).floor()).negate();
            if (!n.isZero()) {
                whole.add(p.key(i), n);
            }
        }
        return whole.toPolynomial();
    }

    /** The common denominator of all but the constant, or null where a monomial is no integer. */
    private BigInteger denominator(Polynomial p) {
        BigInteger n = BigInteger.ONE;
        for (int i = 0; i < p.size(); i++) {
            if (!isIntegral(p.key(i))) {
                return null;
            }
            if (p.key(i) != Ring.UNIT) {
                BigInteger d = p.coefficient(i).denominator();
                n = n.multiply(d.divide(n.gcd(d)));
            }
        }
        return n;
    }

    /**
     * p with its constant rounded down to a multiple of 1/n, if n times the rest of p is an
     * integer: ⌊p⌋ stays the same.
     */
    private Polynomial withWholeConstant(Polynomial p) {
        Rational c = p.constantTerm();
        BigInteger n = c.isZero() ? null : denominator(p);
        if (n == null) {
            return p;
        }
        Rational rounded = Rational.of(c.multiply(Rational.of(n)).floor(), n);
        return p.add(Polynomial.constant(rounded.subtract(c)));
    }

    /** (n − 1)/n for the common denominator n. */
    private Rational endOf(Polynomial p) {
        BigInteger n = denominator(p);
        return Rational.of(n.subtract(BigInteger.ONE), n);
    }

    /** True if the normal form uses ⌊p⌋ and not the floor of the negated argument. */
    private boolean isStandard(Polynomial p) {
        if (denominator(p) == null) {
            return true;
        }
        for (int i = 0; i < p.size(); i++) {
            Rational c = p.coefficient(i);
            if (p.key(i) != Ring.UNIT && !c.equals(Rational.HALF)) {
                return c.signum() > 0;
            }
        }
        return p.constantTerm().isZero(); // halves: ⌊(m + 1)/2⌋ = m − ⌊m/2⌋
    }

    /** p with its one summand ⌊q⌋/n replaced by q/n, where n·p is an integer. */
    private Polynomial withoutInnerFloor(Polynomial p) {
        int inner = 0;
        Rational share = null;
        for (int i = 0; i < p.size(); i++) {
            int atom = PackedMonomial.singleAtom(p.key(i));
            Rational c = p.coefficient(i);
            if (atom != 0
                    && ring.atom(atom).kind() == Atom.Kind.FLOOR
                    && c.signum() > 0
                    && !c.isInteger()
                    && c.reciprocal().isInteger()) {
                if (inner != 0) {
                    return p; // which of two to open would be a matter of order
                }
                inner = atom;
                share = c;
            }
        }
        if (inner == 0 || !ring.rules().comparisons().isInteger(p.scale(share.reciprocal()))) {
            return p;
        }
        return p.add(ring.atom(inner).part().subtract(ring.variable(inner)).scale(share));
    }

    // ---------------------------------------------------------------- under facts

    /** ⌊p⌋, as a number if the facts allow only one value. */
    Polynomial floor(Polynomial p, Facts facts) {
        Polynomial f = floor(p);
        int last = f.size() - 1;
        for (int i = last; i >= 0; i--) {
            int id = PackedMonomial.singleAtom(f.key(i));
            if (id != 0 && ring.atom(id).kind() == Atom.Kind.FLOOR) {
                BigInteger[] values = values(ring.atom(id), facts);
                if (values != null && values[0].equals(values[1])) {
                    Rational c = f.coefficient(i);
                    Rational value = Rational.of(values[0]);
                    f =
                            f.subtract(Polynomial.monomial(f.key(i), c))
                                    .add(Polynomial.constant(c.multiply(value)));
                    return f;
                }
            }
        }
        return f;
    }

    /**
     * A polynomial whose sign separates the possible values of a floor, or null if there are too
     * many values.
     */
    Polynomial split(Atom floor, Facts facts) {
        BigInteger[] values = values(floor, facts);
        if (values == null || values[0].equals(values[1])) {
            return null;
        }
        BigInteger middle = values[0].add(values[1]).add(BigInteger.ONE).shiftRight(1);
        return Polynomial.constant(Rational.of(middle)).subtract(floor.part());
    }

    /** The least and the greatest value of a floor, or null if there may be many values. */
    private BigInteger[] values(Atom floor, Facts facts) {
        Polynomial p = floor.part();
        if (p.size() > MAX_SIZE) {
            return null;
        }
        BigInteger[] ends = ring.rules().ranges().of(p).wholeEnds();
        BigInteger most = BigInteger.valueOf(MAX_VALUES - 1L);
        if (ends == null || ends[1].subtract(ends[0]).compareTo(most) > 0) {
            if (p.size() < 2 && facts.isEmpty()) {
                return null;
            }
            BigInteger two = BigInteger.TWO;
            ends = new BigInteger[] {two.negate(), two};
            if (!isAtLeast(p, ends[0], facts) || !isBelow(p, two.add(BigInteger.ONE), facts)) {
                return null;
            }
        }
        BigInteger low = ends[0];
        BigInteger high = ends[1];
        while (low.compareTo(high) < 0 && isAtLeast(p, low.add(BigInteger.ONE), facts)) {
            low = low.add(BigInteger.ONE);
        }
        while (low.compareTo(high) < 0 && isBelow(p, high, facts)) {
            high = high.subtract(BigInteger.ONE);
        }
        return high.subtract(low).compareTo(most) > 0 ? null : new BigInteger[] {low, high};
    }

    private boolean isAtLeast(Polynomial p, BigInteger n, Facts facts) {
        Polynomial bound = Polynomial.constant(Rational.of(n));
        return LinearFacts.implies(ring, facts, p.subtract(bound), false);
    }

    private boolean isBelow(Polynomial p, BigInteger n, Facts facts) {
        Polynomial bound = Polynomial.constant(Rational.of(n));
        return LinearFacts.implies(ring, facts, bound.subtract(p), true);
    }
}

package io.heddle.algebra;

import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Powers of two and logarithms to base 2.
 *
 * <p>2^(n + f + r·log2 p + h) = 2^n · p^⌊r⌋ · … · 2^h: whole parts of constants and of coefficients
 * of logarithms leave the exponent (the logarithm's domain p &gt; 0 makes this right), halves
 * become roots.
 */
final class Exponentials {
    private static final int MAX_POWER = 64;
    private static final int MAX_SHIFT = 4096;

    private final Ring ring;

    Exponentials(Ring ring) {
        this.ring = ring;
    }

    Ring.Factor exponential(Polynomial h) {
        if (h.isZero()) {
            return Ring.Factor.ONE;
        }
        List<Ring.Factor> factors = new ArrayList<>();
        Polynomial rest = h;
        for (int i = 0; i < h.size(); i++) {
            Polynomial base = base(h.key(i));
            if (base != null) {
                Rational left = takeWhole(base, h.coefficient(i), factors);
                if (!left.equals(h.coefficient(i))) {
                    rest = rest.add(Polynomial.monomial(h.key(i), left.subtract(h.coefficient(i))));
                }
            }
        }
        Ring.Factor product = Ring.Factor.ONE;
        if (!rest.isZero()) {
            int atom = ring.atom(Atom.Kind.EXPONENTIAL, 0, rest);
            product = new Ring.Factor(Rational.ONE, atom);
        }
        for (Ring.Factor f : factors) {
            product = ring.times(product, f);
        }
        return product;
    }

    /** What the monomial is the logarithm of: 2 for 1, p for log2 p, else null. */
    private Polynomial base(long key) {
        if (key == Ring.UNIT) {
            return Polynomial.constant(Rational.TWO);
        }
        int atom = PackedMonomial.singleAtom(key);
        if (atom != 0 && ring.atom(atom).kind() == Atom.Kind.LOGARITHM) {
            return ring.atom(atom).part();
        }
        return null;
    }

    /** Moves base^(whole and half part of r) to the factors; returns what stays of r. */
    private Rational takeWhole(Polynomial base, Rational r, List<Ring.Factor> factors) {
        BigInteger floor = r.floor();
        boolean two = base.isConstant() && base.constantTerm().equals(Rational.TWO);
        if (floor.bitLength() > 31 || Math.abs(floor.intValue()) > (two ? MAX_SHIFT : MAX_POWER)) {
            return r;
        }
        int whole = floor.intValue();
        Rational left = r.subtract(Rational.of(whole));
        if (whole != 0) {
            factors.add(ring.rules().power(base, whole));
        }
        if (left.compareTo(Rational.HALF) >= 0) {
            Polynomial root = ring.rules().sqrt(base);
            if (root.size() == 1) {
                factors.add(new Ring.Factor(root.coefficient(0), root.key(0)));
                left = left.subtract(Rational.HALF);
            }
        }
        return left;
    }

    Polynomial logarithm(Polynomial p) {
        if (p.isZero() || p.isConstant() && p.constantTerm().signum() < 0) {
            throw new NoFormException("a logarithm of " + p.constantTerm());
        }
        Content.Split split = ring.rules().content().positive(p);
        Polynomial sum = logarithmOf(split.factor().coefficient());
        int[] powers = ring.unpack(split.factor().key());
        for (int i = 0; i < powers.length; i += 2) {
            sum = sum.add(logarithmOfAtom(powers[i]).scale(Rational.of(powers[i + 1])));
        }
        Polynomial rest = split.primitive();
        if (!rest.equals(Polynomial.ONE)) {
            sum = sum.add(atom(rest));
        }
        return sum;
    }

    private Polynomial atom(Polynomial p) {
        return ring.variable(ring.atom(Atom.Kind.LOGARITHM, 0, p));
    }

    /** log2 of an atom that is known to be positive. */
    private Polynomial logarithmOfAtom(int atomId) {
        Atom atom = ring.atom(atomId);
        return switch (atom.kind()) {
            case EXPONENTIAL -> atom.part();
            case SUM -> atom(atom.part());
            case ROOT -> logarithm(atom.part()).scale(Rational.HALF);
            case INPUT, CONSTANT, OPAQUE, LOGARITHM, MAXIMUM, INDICATOR, FLOOR, FUNCTION ->
                    atom(ring.variable(atomId));
        };
    }

    /** log2 of a positive rational: a sum of logarithms of primes (log2 2 = 1). */
    private Polynomial logarithmOf(Rational c) {
        Polynomial sum = Polynomial.ZERO;
        for (Factorization.Power f : Factorization.of(c)) {
            Rational n = Rational.of(f.exponent());
            sum =
                    f.base().equals(BigInteger.TWO)
                            ? sum.add(Polynomial.constant(n))
                            : sum.add(atom(Polynomial.constant(Rational.of(f.base()))).scale(n));
        }
        return sum;
    }
}

package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Square roots. Factors known to be positive leave the root one by one (√(ab) = √a·√b for a &gt;
 * 0); of a factor of unknown sign only √(m²) = |m| is used, and only where nothing else is left
 * under the root.
 */
final class Roots {
    private final Ring ring;

    Roots(Ring ring) {
        this.ring = ring;
    }

    Polynomial root(Polynomial p) {
        if (p.isZero()) {
            return p;
        }
        if (p.isConstant() && p.constantTerm().signum() < 0) {
            throw new NoFormException("a square root of " + p.constantTerm());
        }
        Content.Split split = ring.rules().content().positive(p);
        List<Ring.Factor> factors = new ArrayList<>();
        rootOf(split.factor().coefficient(), factors);
        int[] powers = ring.unpack(split.factor().key());
        for (int i = 0; i < powers.length; i += 2) {
            rootOfPower(powers[i], powers[i + 1], factors);
        }
        Polynomial rest = split.primitive();
        Polynomial outside = Polynomial.ONE;
        if (rest.size() == 1 && !rest.isConstant() && rest.coefficient(0).isOne()) {
            long half = halved(rest.key(0));
            if (half != Ring.UNIT) {
                outside = absolute(half); // √(m²) = |m|
                rest = Polynomial.ONE;
            }
        }
        if (!rest.equals(Polynomial.ONE)) {
            factors.add(new Ring.Factor(Rational.ONE, ring.atom(Atom.Kind.ROOT, 0, rest)));
        }
        for (Ring.Factor f : factors) {
            outside = ring.multiply(outside, f);
        }
        return outside;
    }

    private Polynomial absolute(long key) {
        Polynomial m = Polynomial.monomial(key, Rational.ONE);
        return ring.rules().extrema().maximum(Arrays.asList(m, m.negate()), Facts.NONE);
    }

    /** The monomial whose square this monomial is, or {@link Ring#UNIT} if there is none. */
    private long halved(long key) {
        int[] powers = ring.unpack(key);
        Ring.Factor half = Ring.Factor.ONE;
        for (int i = 0; i < powers.length; i += 2) {
            if (powers[i + 1] % 2 != 0) {
                return Ring.UNIT;
            }
            half = ring.times(half, ring.power(powers[i], powers[i + 1] / 2));
        }
        return half.coefficient().isOne() ? half.key() : Ring.UNIT;
    }

    /** √(a^n) for an atom known to be positive. */
    private void rootOfPower(int atom, int n, List<Ring.Factor> factors) {
        Atom a = ring.atom(atom);
        if (a.kind() == Atom.Kind.EXPONENTIAL) {
            factors.add(ring.rules().exponential(a.part().scale(Rational.of(n, 2))));
            return;
        }
        int half = Math.floorDiv(n, 2);
        if (half != 0) {
            factors.add(ring.power(atom, half));
        }
        if (n != 2 * half) {
            Polynomial inside = a.kind() == Atom.Kind.SUM ? a.part() : ring.variable(atom);
            factors.add(new Ring.Factor(Rational.ONE, ring.atom(Atom.Kind.ROOT, 0, inside)));
        }
    }

    /** √c for a rational c &gt; 0: a rational times roots of primes. */
    private void rootOf(Rational c, List<Ring.Factor> factors) {
        Rational outside = Rational.ONE;
        for (Factorization.Power f : Factorization.of(c)) {
            Rational base = Rational.of(f.base());
            int half = Math.floorDiv(f.exponent(), 2);
            outside = outside.multiply(base.pow(half));
            if (f.exponent() != 2 * half) {
                int atom = ring.atom(Atom.Kind.ROOT, 0, Polynomial.constant(base));
                factors.add(new Ring.Factor(Rational.ONE, atom));
            }
        }
        factors.add(new Ring.Factor(outside, Ring.UNIT));
    }
}

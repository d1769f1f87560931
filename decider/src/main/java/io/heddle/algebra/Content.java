package io.heddle.algebra;

import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * What the monomials of polynomials have in common: a rational, an exponential, powers of atoms.
 * Each part commutes with multiplication by a monomial, so that p and m·p give one primitive part
 * for every monomial m.
 */
final class Content {
    private final Ring ring;

    Content(Ring ring) {
        this.ring = ring;
    }

    /** A polynomial as {@code factor · primitive}. */
    record Split(Ring.Factor factor, Polynomial primitive) {}

    /**
     * Splits off every common factor and makes the last coefficient positive. p ≠ 0 must be known
     * or assumed.
     */
    Split complete(Polynomial p) {
        Split split = divide(p, false);
        Polynomial q = split.primitive();
        if (q.isZero()) {
            throw new NoFormException("a division by zero");
        }
        if (q.coefficient(q.size() - 1).signum() < 0) {
            Ring.Factor f = split.factor();
            return new Split(
                    new Ring.Factor(Polynomial.negative(f.coefficient()), f.key()), q.negate());
        }
        return split;
    }

    /** Splits off only the factors that are known to be positive. */
    Split positive(Polynomial p) {
        return divide(p, true);
    }

    private Split divide(Polynomial p, boolean positiveOnly) {
        Ring.Factor factor = common(List.of(p), positiveOnly);
        return new Split(factor, ring.expand(ring.multiply(p, inverse(factor))));
    }

    Ring.Factor inverse(Ring.Factor f) {
        Ring.Factor key = ring.power(f.key(), -1);
        return new Ring.Factor(
                Polynomial.product(f.coefficient().reciprocal(), key.coefficient()), key.key());
    }

    /** The common factor of all monomials of all polynomials (not all zero). */
    Ring.Factor common(List<Polynomial> polynomials, boolean positiveOnly) {
        BigInteger numerator = BigInteger.ZERO;
        BigInteger denominator = BigInteger.ONE;
        int[] powers = null;
        Polynomial exponent = null;
        Rational last = null;
        for (Polynomial p : polynomials) {
            for (int i = 0; i < p.size(); i++) {
                Rational c = p.coefficient(i);
                if (!c.equals(last)) {
                    numerator = numerator.gcd(c.numerator());
                    denominator = lcm(denominator, c.denominator());
                    last = c;
                }
                boolean nothing = powers != null && powers.length == 0 && exponent.isZero();
                if (nothing && ring.isPlainProduct(p.key(i))) {
                    continue; // positive powers change nothing
                }
                int[] all = ring.unpack(p.key(i));
                Polynomial h = exponentOf(all);
                int[] next = filter(all, positiveOnly);
                powers = powers == null ? next : least(powers, next);
                exponent = exponent == null ? h : least(exponent, h);
            }
        }
        if (powers == null) {
            throw new IllegalArgumentException("no content of 0");
        }
        Ring.Factor result = new Ring.Factor(Rational.of(numerator, denominator), Ring.UNIT);
        for (int i = 0; i < powers.length; i += 2) {
            result = ring.times(result, ring.power(powers[i], powers[i + 1]));
        }
        return exponent.isZero() ? result : ring.times(result, ring.rules().exponential(exponent));
    }

    private static BigInteger lcm(BigInteger a, BigInteger b) {
        return b.equals(BigInteger.ONE) ? a : a.divide(a.gcd(b)).multiply(b);
    }

    /** The exponent of the exponential in a monomial, or 0. */
    private Polynomial exponentOf(int[] powers) {
        for (int i = 0; i < powers.length; i += 2) {
            Atom atom = ring.atom(powers[i]);
            if (atom.kind() == Atom.Kind.EXPONENTIAL) {
                return atom.part();
            }
        }
        return Polynomial.ZERO;
    }

    /** Drops exponentials, roots, indicators, and what is not known to be positive. */
    private int[] filter(int[] powers, boolean positiveOnly) {
        int[] kept = new int[powers.length];
        int n = 0;
        for (int i = 0; i < powers.length; i += 2) {
            Atom.Kind kind = ring.atom(powers[i]).kind();
            if (kind != Atom.Kind.EXPONENTIAL
                    && kind != Atom.Kind.INDICATOR
                    && kind != Atom.Kind.ROOT
                    && (!positiveOnly || ring.signOf(powers[i]).isKnownPositive())) {
                kept[n++] = powers[i];
                kept[n++] = powers[i + 1];
            }
        }
        return Arrays.copyOf(kept, n);
    }

    /** The lesser power of each atom of either, an absent atom having power 0. */
    private int[] least(int[] a, int[] b) {
        if (a.length == 0 && !anyNegative(b)) {
            return a;
        }
        int[] result = new int[a.length + b.length];
        int n = 0;
        int i = 0;
        int j = 0;
        while (i < a.length || j < b.length) {
            int atom;
            int power;
            if (j == b.length || i < a.length && a[i] < b[j]) {
                atom = a[i];
                power = Math.min(0, a[i + 1]);
                i += 2;
            } else if (i == a.length || b[j] < a[i]) {
                atom = b[j];
                power = Math.min(0, b[j + 1]);
                j += 2;
            } else {
                atom = a[i];
                power = Math.min(a[i + 1], b[j + 1]);
                i += 2;
                j += 2;
            }
            if (power != 0) {
                result[n++] = atom;
                result[n++] = power;
            }
        }
        return Arrays.copyOf(result, n);
    }

    private static boolean anyNegative(int[] powers) {
        for (int i = 1; i < powers.length; i += 2) {
            if (powers[i] < 0) {
                return true;
            }
        }
        return false;
    }

    /** The lesser coefficient of each monomial of either, an absent monomial having 0. */
    static Polynomial least(Polynomial p, Polynomial q) {
        long[] keys = new long[p.size() + q.size()];
        Rational[] coefficients = new Rational[keys.length];
        int n = 0;
        int i = 0;
        int j = 0;
        while (i < p.size() || j < q.size()) {
            long key;
            Rational c;
            if (j == q.size() || i < p.size() && p.key(i) < q.key(j)) {
                key = p.key(i);
                c = negativePart(p.coefficient(i++));
            } else if (i == p.size() || q.key(j) < p.key(i)) {
                key = q.key(j);
                c = negativePart(q.coefficient(j++));
            } else {
                key = p.key(i);
                Rational a = p.coefficient(i++);
                Rational b = q.coefficient(j++);
                c = a.compareTo(b) <= 0 ? a : b;
            }
            if (!c.isZero()) {
                keys[n] = key;
                coefficients[n++] = c;
            }
        }
        return new Polynomial(Arrays.copyOf(keys, n), Arrays.copyOf(coefficients, n));
    }

    private static Rational negativePart(Rational c) {
        return c.signum() < 0 ? c : Rational.ZERO;
    }
}

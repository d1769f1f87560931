package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * sin² u + cos² u = 1. A form keeps its squares of sines, whose signs are known, unless it is
 * shorter without them; a difference that vanishes by this rule is zero, the shortest of all.
 *
 * <p>Replacing sin² by 1 − cos² until every power of a sine is 0 or 1 leaves a basis of the
 * polynomials on the circle (division by s² + c² − 1, whose leading monomial is s²), so that what
 * is zero there becomes 0.
 */
final class UnitCircle {
    private final Ring ring;
    private final Map<Polynomial, Integer> sines = new HashMap<>();
    private final Map<Polynomial, Integer> cosines = new HashMap<>();

    /** By the atom of a sine: the atom of the cosine of the same argument. */
    private final Map<Integer, Integer> cosineOf = new TreeMap<>();

    UnitCircle(Ring ring) {
        this.ring = ring;
    }

    /** Says that {@code atom} is the sine, or else the cosine, of {@code argument}. */
    void note(Polynomial argument, int atom, boolean sine) {
        (sine ? sines : cosines).put(argument, atom);
        Integer s = sines.get(argument);
        Integer c = cosines.get(argument);
        if (s != null && c != null) {
            cosineOf.put(s, c);
        }
    }

    /** {@code p}, or the same without squares of sines where that has fewer monomials. */
    Polynomial shortened(Polynomial p) {
        if (cosineOf.isEmpty()) {
            return p;
        }
        TreeMap<Integer, Integer> least = new TreeMap<>();
        boolean square = false;
        for (int i = 0; i < p.size(); i++) {
            int[] powers = ring.unpack(p.key(i));
            for (int j = 0; j < powers.length; j += 2) {
                if (cosineOf.containsKey(powers[j])) {
                    square |= powers[j + 1] > 1 || powers[j + 1] < 0;
                    least.merge(powers[j], Math.min(powers[j + 1], 0), Math::min);
                }
            }
        }
        if (!square) {
            return p;
        }
        // a sine that divides is not 0: beside its powers below stand those of the other monomials
        Polynomial reduced = reduce(shift(p, least, -1));
        return reduced.size() < p.size() ? shift(reduced, least, 1) : p;
    }

    /** {@code p} times the powers of atoms, each times {@code sign}. */
    private Polynomial shift(Polynomial p, Map<Integer, Integer> powers, int sign) {
        Polynomial product = p;
        for (Map.Entry<Integer, Integer> e : powers.entrySet()) {
            product = ring.multiply(product, ring.power(e.getKey(), sign * e.getValue()));
        }
        return product;
    }

    private Polynomial reduce(Polynomial p) {
        Polynomial current = p;
        while (true) {
            Accumulator sum = new Accumulator();
            boolean changed = false;
            for (int i = 0; i < current.size(); i++) {
                int sine = squared(current.key(i));
                if (sine == 0) {
                    sum.add(current.key(i), current.coefficient(i));
                    continue;
                }
                changed = true;
                int n = ring.powerOf(sine, current.key(i)) / 2;
                long rest = ring.times(current.key(i), ring.power(sine, -2 * n).key());
                Polynomial cosine = ring.variable(cosineOf.get(sine));
                Polynomial square = Polynomial.ONE.subtract(ring.power(cosine, 2));
                Rational c = current.coefficient(i);
                ring.addProduct(sum, ring.power(square, n), c, rest);
            }
            if (!changed) {
                return current;
            }
            current = sum.toPolynomial();
        }
    }

    /** A sine of which the monomial has a square, or 0. */
    private int squared(long key) {
        int[] powers = ring.unpack(key);
        for (int j = 0; j < powers.length; j += 2) {
            if (powers[j + 1] > 1 && cosineOf.containsKey(powers[j])) {
                return powers[j];
            }
        }
        return 0;
    }
}

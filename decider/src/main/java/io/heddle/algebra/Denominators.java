package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.TreeMap;

/**
 * Removes denominators from forms: multiplies them by what they divide by and expands, so that
 * forms become equal that differ only in how their denominators are written. This is valid wherever
 * the denominators are not zero, which must be among the caller's conditions.
 */
public final class Denominators {
    private static final int MAX_ROUNDS = 16;

    private final Ring ring;

    /** Works in {@code ring}. */
    public Denominators(Ring ring) {
        this.ring = ring;
    }

    /** A form without denominators that is zero exactly where {@code p} is. */
    public Polynomial clear(Polynomial p) {
        Polynomial current = p;
        for (int round = 0; round < MAX_ROUNDS && !current.isZero(); round++) {
            TreeMap<Integer, Integer> least = new TreeMap<>();
            for (int i = 0; i < current.size(); i++) {
                int[] powers = ring.unpack(current.key(i));
                for (int j = 0; j < powers.length; j += 2) {
                    if (powers[j + 1] < 0 && ring.atom(powers[j]).kind() == Atom.Kind.SUM) {
                        least.merge(powers[j], powers[j + 1], Math::min);
                    }
                }
            }
            if (least.isEmpty()) {
                return current;
            }
            // one at a time, smallest first: what cancels early is never multiplied out
            int atom = 0;
            for (int candidate : least.keySet()) {
                if (atom == 0
                        || ring.atom(candidate).part().size() < ring.atom(atom).part().size()) {
                    atom = candidate;
                }
            }
            Ring.Factor factor = ring.power(atom, -least.get(atom));
            Polynomial whole =
                    ring.expand(
                            ring.multiply(
                                    current, Polynomial.monomial(factor.key(), Rational.ONE)));
            current = ring.rules().circle().shortened(whole);
        }
        return current;
    }
}

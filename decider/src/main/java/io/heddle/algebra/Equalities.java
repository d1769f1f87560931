package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.List;

/** Equations for inputs that follow from the facts of a case: a ≥ k and a ≤ k give a = k. */
final class Equalities {
    private static final int MAX_SIZE = 8;

    /**
     * An input and what it equals.
     *
     * @param input its atom
     * @param value a form without it
     */
    record Equality(int input, Polynomial value) {}

    private final Ring ring;

    Equalities(Ring ring) {
        this.ring = ring;
    }

    /** What follows from pairs of facts, one input of each. */
    List<Equality> of(Facts facts) {
        List<Equality> all = new ArrayList<>();
        IntegerFacts integers = new IntegerFacts(ring);
        for (Facts.Fact fact : facts.list()) {
            Facts.Fact f = integers.tight(fact);
            if (!f.strict()
                    && f.p().size() <= MAX_SIZE
                    && LinearFacts.implies(ring, facts, f.p().negate(), false)) {
                solve(f.p(), all);
            }
        }
        return all;
    }

    /** Solves p = 0 for an input that occurs in exactly one monomial of p. */
    private void solve(Polynomial p, List<Equality> all) {
        for (int i = 0; i < p.size(); i++) {
            int atom = PackedMonomial.singleAtom(p.key(i));
            if (atom != 0 && ring.atom(atom).kind() == Atom.Kind.INPUT && isAlone(p, i, atom)) {
                Rational c = p.coefficient(i);
                Polynomial rest = p.subtract(Polynomial.monomial(p.key(i), c));
                all.add(new Equality(atom, rest.scale(c.reciprocal().negate())));
                return;
            }
        }
    }

    /** True if the other monomials of p are products of other inputs. */
    private boolean isAlone(Polynomial p, int index, int atom) {
        for (int i = 0; i < p.size(); i++) {
            int[] powers = i == index ? new int[0] : ring.unpack(p.key(i));
            for (int j = 0; j < powers.length; j += 2) {
                if (powers[j] == atom || ring.atom(powers[j]).kind() != Atom.Kind.INPUT) {
                    return false;
                }
            }
        }
        return true;
    }
}

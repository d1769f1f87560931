package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rewrites forms under the facts of a case: every maximum and comparison is decided anew. An
 * instance that has thrown is not used again.
 */
final class Rebuilder {
    private final Ring ring;
    private final Facts facts;
    private final Map<Integer, Polynomial> rebuilt = new HashMap<>();
    private int depth;

    Rebuilder(Ring ring, Facts facts) {
        this.ring = ring;
        this.facts = facts;
    }

    /** Writes what an input equals in its place, too. */
    Rebuilder(Ring ring, Facts facts, Equalities.Equality equality) {
        this(ring, facts);
        rebuilt.put(equality.input(), equality.value());
    }

    Polynomial rebuild(Polynomial p) {
        Accumulator sum = new Accumulator();
        for (int i = 0; i < p.size(); i++) {
            int[] powers = ring.unpack(p.key(i));
            Ring.Factor kept = new Ring.Factor(p.coefficient(i), Ring.UNIT);
            Polynomial changed = null;
            for (int j = 0; j < powers.length; j += 2) {
                Polynomial atom = atom(powers[j]);
                if (PackedMonomial.singleAtom(atom.isZero() ? 0 : atom.key(0)) == powers[j]
                        && atom.equals(ring.variable(powers[j]))) {
                    kept = ring.times(kept, ring.power(powers[j], powers[j + 1]));
                } else if (powers[j + 1] > 0) {
                    Polynomial power = ring.power(atom, powers[j + 1]);
                    changed = changed == null ? power : ring.multiply(changed, power);
                } else {
                    kept = ring.times(kept, ring.rules().power(atom, powers[j + 1]));
                }
            }
            ring.addProduct(
                    sum,
                    changed == null ? Polynomial.ONE : changed,
                    kept.coefficient(),
                    kept.key());
        }
        return ring.expand(sum.toPolynomial());
    }

    private Polynomial atom(int atom) {
        Polynomial known = rebuilt.get(atom);
        if (known == null) {
            Cases.checkDepth(++depth);
            known = build(atom);
            depth--;
            rebuilt.put(atom, known);
        }
        return known;
    }

    private Polynomial build(int atomId) {
        Atom atom = ring.atom(atomId);
        List<Polynomial> parts = new ArrayList<>();
        for (Polynomial part : atom.parts()) {
            parts.add(rebuild(part));
        }
        boolean decided =
                switch (atom.kind()) {
                    case MAXIMUM, INDICATOR, FLOOR -> true;
                    case INPUT, CONSTANT, OPAQUE, EXPONENTIAL, SUM, ROOT, LOGARITHM, FUNCTION ->
                            false;
                };
        if (!decided && parts.equals(atom.parts())) {
            return ring.variable(atomId);
        }
        Rules rules = ring.rules();
        return switch (atom.kind()) {
            case INPUT, CONSTANT, OPAQUE -> ring.variable(atomId);
            case EXPONENTIAL -> rules.exp2(parts.get(0));
            case SUM -> parts.get(0);
            case ROOT -> rules.sqrt(parts.get(0));
            case LOGARITHM -> rules.log2(parts.get(0));
            case MAXIMUM -> rules.extrema().maximum(parts, facts);
            case INDICATOR -> rules.comparisons().positive(parts.get(0), facts);
            case FLOOR -> rules.floors().floor(parts.get(0), facts);
            case FUNCTION -> {
                if (atom.id() == Rules.RINT) {
                    yield rules.rint(parts.get(0));
                }
                Atom other = new Atom(Atom.Kind.FUNCTION, atom.id(), parts);
                int same = ring.atom(other, null, ring.isIntegral(atomId));
                rules.ranges().note(same, rules.ranges().ofAtom(atomId));
                yield Polynomial.monomial(same, Rational.ONE);
            }
        };
    }
}

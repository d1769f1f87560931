package io.heddle.algebra;

import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/**
 * Further facts about integers, besides those of a case: ranges of inputs and functions, ⌊p⌋ ≤ p
 * &lt; ⌊p⌋ + 1, and inequalities between integers tightened to the next integer.
 */
final class IntegerFacts {
    private static final int MAX_VARIABLES = 48;

    private final Ring ring;

    IntegerFacts(Ring ring) {
        this.ring = ring;
    }

    /**
     * Adds the facts about {@code variables}, and about further variables that these facts mention.
     *
     * @return false if there is no input of a known range and no floor among them
     */
    boolean add(List<Facts.Fact> constraints, Collection<Long> variables) {
        boolean any = false;
        Deque<Long> open = new ArrayDeque<>(variables);
        while (!open.isEmpty()) {
            long key = open.pop();
            int id = PackedMonomial.singleAtom(key);
            Ranges.Range range = ring.rules().ranges().ofMonomial(key);
            any |= range.isKnown() && isBounded(id);
            Polynomial variable = Polynomial.monomial(key, Rational.ONE);
            if (range.low() != null) {
                add(constraints, variable.subtract(Polynomial.constant(range.low())), false);
            }
            if (range.high() != null) {
                add(constraints, Polynomial.constant(range.high()).subtract(variable), false);
            }
            if (id != 0
                    && ring.atom(id).kind() == Atom.Kind.FLOOR
                    && variables.size() < MAX_VARIABLES) {
                any = true;
                Polynomial fraction = ring.atom(id).part().subtract(variable);
                add(constraints, fraction, false);
                add(constraints, Polynomial.ONE.subtract(fraction), true);
                for (int i = 0; i < fraction.size(); i++) {
                    if (fraction.key(i) != Ring.UNIT && variables.add(fraction.key(i))) {
                        open.push(fraction.key(i));
                    }
                }
            }
        }
        return any;
    }

    private boolean isBounded(int atom) {
        return atom == 0
                || switch (ring.atom(atom).kind()) {
                    case INPUT, FUNCTION, FLOOR, MAXIMUM -> ring.isIntegral(atom);
                    case CONSTANT, OPAQUE, EXPONENTIAL, SUM, ROOT, LOGARITHM, INDICATOR -> false;
                };
    }

    private static void add(List<Facts.Fact> constraints, Polynomial p, boolean strict) {
        constraints.add(new Facts.Fact(p, strict));
    }

    /** The fact, for integers Σ aᵢ·mᵢ with coprime aᵢ as Σ aᵢ·mᵢ ≥ n. */
    Facts.Fact tight(Facts.Fact fact) {
        Polynomial p = fact.p();
        BigInteger numerators = BigInteger.ZERO;
        BigInteger denominators = BigInteger.ONE;
        for (int i = 0; i < p.size(); i++) {
            if (!ring.rules().comparisons().isInteger(p.key(i))) {
                return fact;
            }
            if (p.key(i) != Ring.UNIT) {
                BigInteger d = p.coefficient(i).denominator();
                numerators = numerators.gcd(p.coefficient(i).numerator());
                denominators = denominators.multiply(d.divide(denominators.gcd(d)));
            }
        }
        if (numerators.signum() == 0) {
            return fact;
        }
        Polynomial scaled = p.scale(Rational.of(denominators, numerators));
        Rational least = scaled.constantTerm().negate();
        Rational n = Rational.of(least.negate().floor()).negate();
        if (fact.strict() && n.equals(least)) {
            n = n.add(Rational.ONE);
        }
        Polynomial sum = scaled.subtract(Polynomial.constant(scaled.constantTerm()));
        return new Facts.Fact(sum.subtract(Polynomial.constant(n)), false);
    }
}

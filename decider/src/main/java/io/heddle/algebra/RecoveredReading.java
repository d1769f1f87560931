package io.heddle.algebra;

import io.heddle.term.FloatFormat;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;

/**
 * Reads the literals that the constant table contains as the numbers that they round, except where
 * they decide a comparison or a rounding to an integer: 41 times the f32 nearest to 1/41 is less
 * than 1.
 */
public final class RecoveredReading implements LiteralReading {
    private final Recovery recovery;

    /** The reading of a pair's literals. */
    public RecoveredReading(Recovery recovery) {
        this.recovery = recovery;
    }

    @Override
    public Polynomial read(Ring ring, FloatFormat format, long bits) {
        return recovery.recover(format, bits)
                .map(c -> form(ring, c))
                .orElseGet(() -> EXACT.read(ring, format, bits));
    }

    @Override
    public LiteralReading whereDecisive() {
        return EXACT;
    }

    private static Polynomial form(Ring ring, RecoveredConstant c) {
        Rules rules = ring.rules();
        Ring.Factor product = new Ring.Factor(c.factor(), Ring.UNIT);
        product = ring.times(product, root(rules, Rational.of(c.radicand())));
        product = ring.times(product, power(ring, NamedConstant.LOG2_E, c.log2EPower()));
        Polynomial log2Ten = rules.log2(Polynomial.constant(Rational.of(10)));
        product = ring.times(product, rules.power(log2Ten, c.log2TenPower()));
        product =
                ring.times(product, power(ring, NamedConstant.PI, Math.floorDiv(c.piHalves(), 2)));
        if (Math.floorMod(c.piHalves(), 2) != 0) {
            int pi = ring.atom(Atom.Kind.CONSTANT, NamedConstant.PI.ordinal());
            product = ring.times(product, factor(rules.sqrt(ring.variable(pi))));
        }
        return ring.expand(rules.polynomial(product));
    }

    private static Ring.Factor root(Rules rules, Rational radicand) {
        return factor(rules.sqrt(Polynomial.constant(radicand)));
    }

    private static Ring.Factor factor(Polynomial monomial) {
        return new Ring.Factor(monomial.coefficient(0), monomial.key(0));
    }

    private static Ring.Factor power(Ring ring, NamedConstant constant, int n) {
        return n == 0
                ? Ring.Factor.ONE
                : ring.power(ring.atom(Atom.Kind.CONSTANT, constant.ordinal()), n);
    }
}

package io.heddle.algebra;

import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;

/**
 * The signs that follow from a form alone: 2^h &gt; 0, squares, sums of terms of one sign, roots,
 * ranges of inputs (which are given to the atoms), greatest of a set with a positive.
 */
final class Signs {
    private final Ring ring;

    Signs(Ring ring) {
        this.ring = ring;
    }

    Sign of(Polynomial p) {
        Sign sum = Sign.ZERO;
        for (int i = 0; i < p.size(); i++) {
            sum = sum.plus(ofMonomial(p.key(i)).times(Sign.of(p.coefficient(i).signum())));
            if (sum == Sign.UNKNOWN) {
                return sum;
            }
        }
        return sum;
    }

    Sign ofMonomial(long key) {
        Sign product = Sign.POSITIVE;
        int[] powers = ring.unpack(key);
        for (int i = 0; i < powers.length; i += 2) {
            Sign s = ring.signOf(powers[i]);
            if (powers[i + 1] % 2 == 0) {
                s = s.isKnownNonzero() || powers[i + 1] < 0 ? Sign.POSITIVE : Sign.NONNEGATIVE;
            } else if (powers[i + 1] < 0 && s.isKnownNonnegative()) {
                s = Sign.POSITIVE; // 1/x is defined, so x is not 0
            } else if (powers[i + 1] < 0 && s.isKnownNonpositive()) {
                s = Sign.NEGATIVE;
            }
            product = product.times(s);
        }
        return product;
    }

    /** The sign of an atom that is being entered. */
    Sign ofNewAtom(Atom atom) {
        return switch (atom.kind()) {
            case INPUT, OPAQUE, FUNCTION -> Sign.UNKNOWN;
            case CONSTANT ->
                    NamedConstant.values()[atom.id()].approximation() > 0
                            ? Sign.POSITIVE
                            : Sign.UNKNOWN;
            case EXPONENTIAL -> Sign.POSITIVE;
            case SUM -> of(atom.part());
            case ROOT -> of(atom.part()) == Sign.POSITIVE ? Sign.POSITIVE : Sign.NONNEGATIVE;
            case LOGARITHM -> ofLogarithm(atom.part());
            case MAXIMUM -> ofMaximum(atom);
            case INDICATOR -> Sign.NONNEGATIVE;
            case FLOOR -> of(atom.part()).isKnownNonnegative() ? Sign.NONNEGATIVE : Sign.UNKNOWN;
        };
    }

    /** log2 p &gt; 0 where p − 1 &gt; 0. */
    private Sign ofLogarithm(Polynomial p) {
        Sign s = of(p.subtract(Polynomial.constant(Rational.ONE)));
        return s.isKnownNonnegative() ? s : Sign.UNKNOWN;
    }

    private Sign ofMaximum(Atom atom) {
        Sign best = Sign.UNKNOWN;
        boolean allNegative = true;
        for (Polynomial p : atom.parts()) {
            Sign s = of(p);
            if (s == Sign.POSITIVE) {
                return s;
            }
            if (s.isKnownNonnegative()) {
                best = Sign.NONNEGATIVE;
            }
            allNegative &= s == Sign.NEGATIVE;
        }
        return allNegative ? Sign.NEGATIVE : best;
    }
}

package io.heddle.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.LimitExceededException;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule of the forms, one by one. */
class RulesTest {
    private final Ring ring = new Ring(new Budget(1_000_000, Long.MAX_VALUE));
    private final Rules rules = ring.rules();
    private final Polynomial x = ring.variable(ring.newInput(1, Sign.UNKNOWN, false));
    private final Polynomial y = ring.variable(ring.newInput(2, Sign.UNKNOWN, false));
    private final Polynomial n = ring.variable(ring.newInput(3, Sign.UNKNOWN, true));
    private final Polynomial p = ring.variable(ring.newInput(4, Sign.POSITIVE, false));

    private static Polynomial number(long a, long b) {
        return Polynomial.constant(Rational.of(a, b));
    }

    private Polynomial product(Polynomial a, Polynomial b) {
        return ring.multiply(a, b);
    }

    @Test
    void exponentialsAddTheirExponents() {
        assertEquals(rules.exp2(x.add(y)), product(rules.exp2(x), rules.exp2(y)));
        assertEquals(Polynomial.ONE, product(rules.exp2(x), rules.exp2(x.negate())));
    }

    @Test
    void wholePartsOfExponentsLeaveTheExponential() {
        assertEquals(rules.exp2(x).scale(Rational.of(8)), rules.exp2(x.add(number(3, 1))));
        assertEquals(
                product(rules.exp2(x), rules.sqrt(number(2, 1))).scale(Rational.HALF),
                rules.exp2(x.add(number(-1, 2))));
    }

    @Test
    void exponentialsUndoLogarithms() {
        assertEquals(x, rules.exp2(rules.log2(x)));
        assertEquals(product(x, x), rules.exp2(rules.log2(x).scale(Rational.TWO)));
        assertEquals(x, rules.log2(rules.exp2(x)));
        assertEquals(rules.sqrt(x), rules.exp2(rules.log2(x).scale(Rational.HALF)));
    }

    @Test
    void logarithmsSplitWhatIsPositiveOnly() {
        assertEquals(
                rules.log2(x).add(rules.log2(p)).add(number(2, 1)),
                rules.log2(product(x, p).scale(Rational.of(4))));
        assertNotEquals(rules.log2(x).add(rules.log2(y)), rules.log2(product(x, y)));
        assertEquals(
                rules.log2(number(3, 1)).scale(Rational.TWO).subtract(number(3, 1)),
                rules.log2(number(9, 8)));
    }

    @Test
    void rootsOfRationalsAreRootsOfPrimes() {
        assertEquals(
                product(rules.sqrt(number(2, 1)), rules.sqrt(number(3, 1))),
                rules.sqrt(number(6, 1)));
        assertEquals(rules.sqrt(number(2, 1)).scale(Rational.of(1, 8)), rules.sqrt(number(1, 32)));
        assertEquals(number(2, 1), product(rules.sqrt(number(2, 1)), rules.sqrt(number(2, 1))));
    }

    @Test
    void squaresOfRootsAreTheirArguments() {
        assertEquals(x, product(rules.sqrt(x), rules.sqrt(x)));
        Polynomial sum = x.add(y);
        assertEquals(sum, ring.expand(product(rules.sqrt(sum), rules.sqrt(sum))));
        assertEquals(rules.divide(Polynomial.ONE, rules.sqrt(p)), rules.divide(rules.sqrt(p), p));
    }

    @Test
    void rootsOfSquaresAreAbsoluteValues() {
        Polynomial absolute = rules.max(x, x.negate(), Facts.NONE);
        assertEquals(absolute, rules.sqrt(product(x, x)));
        assertNotEquals(x, rules.sqrt(product(x, x)));
        assertEquals(p, rules.sqrt(product(p, p)));
    }

    @Test
    void quotientsCancelContentAndExponentials() {
        Polynomial sum = rules.exp2(x).add(rules.exp2(y));
        Polynomial shifted = product(sum, rules.exp2(n.negate()));
        assertEquals(
                rules.divide(rules.exp2(x), sum), rules.divide(rules.exp2(x.subtract(n)), shifted));
        assertEquals(
                rules.divide(Polynomial.ONE, x.subtract(y)),
                rules.divide(Polynomial.ONE, y.subtract(x)).negate());
        assertThrows(NoFormException.class, () -> rules.divide(x, Polynomial.ZERO));
    }

    @Test
    void nestedQuotientsClearTheirDenominators() {
        Polynomial inner = Polynomial.ONE.add(rules.divide(x, y));
        assertEquals(rules.divide(y, y.add(x)), rules.divide(Polynomial.ONE, inner));
        Polynomial difference =
                rules.divide(x, x.add(y)).add(rules.divide(y, x.add(y))).subtract(Polynomial.ONE);
        assertTrue(new Denominators(ring).clear(difference).isZero());
    }

    @Test
    void maximaShiftScaleAndFlatten() {
        Polynomial m = rules.max(x, y, Facts.NONE);
        assertEquals(m.add(n), rules.max(x.add(n), y.add(n), Facts.NONE));
        assertEquals(product(m, p), rules.max(product(p, y), product(p, x), Facts.NONE));
        assertEquals(
                rules.max(m, n, Facts.NONE), rules.max(x, rules.max(n, y, Facts.NONE), Facts.NONE));
        assertEquals(x.add(y).subtract(m), rules.extrema().minimum(List.of(x, y), Facts.NONE));
        assertEquals(x.add(number(2, 1)), rules.max(x, x.add(number(2, 1)), Facts.NONE));
        assertEquals(p, rules.max(p, p.negate(), Facts.NONE));
        assertNotEquals(product(m, n), rules.max(product(n, y), product(n, x), Facts.NONE));
    }

    @Test
    void comparisonsOfIntegersHaveOneSpelling() {
        Comparisons c = rules.comparisons();
        Polynomial atLeastOne = c.nonnegative(n.subtract(Polynomial.ONE), Facts.NONE);
        assertEquals(c.positive(n, Facts.NONE), atLeastOne);
        assertNotEquals(
                c.positive(x, Facts.NONE), c.nonnegative(x.subtract(Polynomial.ONE), Facts.NONE));
        assertNotEquals(c.positive(x, Facts.NONE), c.nonnegative(x, Facts.NONE));
        assertEquals(Polynomial.ONE, c.positive(rules.exp2(x), Facts.NONE));
    }

    @Test
    void factsDecideWhatTheyImply() {
        Comparisons c = rules.comparisons();
        Facts facts = Facts.NONE.and(x.subtract(y), true).and(y.subtract(p), false);
        assertEquals(Sign.POSITIVE, c.sign(x, facts));
        assertEquals(Sign.NEGATIVE, c.sign(y.subtract(x), facts));
        assertEquals(Sign.UNKNOWN, c.sign(x.subtract(Polynomial.ONE), facts));
        assertTrue(LinearFacts.isInfeasible(ring, facts.and(y.negate(), false)));
        Facts both = Facts.NONE.and(x, false).and(x.negate(), false);
        assertEquals(Sign.ZERO, c.sign(x, both));
    }

    @Test
    void roundingToTheNearestGivesUpEvenIntegersAndSigns() {
        assertEquals(rules.rint(x).add(number(2, 1)), rules.rint(x.add(number(2, 1))));
        assertEquals(rules.rint(x).negate(), rules.rint(x.negate()));
        assertEquals(
                rules.rint(x).subtract(n).subtract(n),
                rules.rint(x.subtract(n.scale(Rational.TWO))));
        // rint(1/2) + 1 = 1, rint(3/2) = 2
        assertNotEquals(rules.rint(x).add(number(1, 1)), rules.rint(x.add(number(1, 1))));
        assertNotEquals(rules.rint(x).add(n), rules.rint(x.add(n)));
        assertEquals(n, rules.rint(n));
        assertEquals(number(2, 1), rules.rint(number(5, 2)));
    }

    @Test
    void roundingsOfOneNumberHaveOneForm() {
        Polynomial half = n.scale(Rational.HALF);
        Polynomial sum = x.add(half.scale(Rational.of(3)));
        assertEquals(rules.rint(sum), rules.rint(sum.negate()).negate());
        Polynomial mixed = half.scale(Rational.of(3)).subtract(y).add(n);
        assertEquals(rules.rint(mixed), rules.rint(mixed.negate()).negate());
        assertEquals(rules.rint(x.subtract(n)), rules.rint(n.subtract(x)).negate());
    }

    @Test
    void roundingsOfMaximaAreMaximaOfRoundings() {
        Polynomial greatest = rules.max(x, y, Facts.NONE);
        assertEquals(rules.max(rules.floor(x), rules.floor(y), Facts.NONE), rules.floor(greatest));
        assertEquals(rules.max(rules.rint(x), rules.rint(y), Facts.NONE), rules.rint(greatest));
        Polynomial least = rules.max(x.negate(), y.negate(), Facts.NONE).negate();
        Polynomial floors =
                rules.max(rules.floor(x).negate(), rules.floor(y).negate(), Facts.NONE).negate();
        assertEquals(floors, rules.floor(least));
        Polynomial two = greatest.add(rules.max(x, p, Facts.NONE)); // two maxima stay as they are
        assertNotEquals(rules.floor(greatest).add(rules.floor(x)), rules.floor(two));
    }

    @Test
    void comparisonsOfSharesClearTheirDenominators() {
        Polynomial q = ring.variable(ring.newInput(5, Sign.POSITIVE, false));
        Polynomial shares = rules.divide(p, p.add(q)).add(rules.divide(q, p.add(q)));
        Polynomial zero =
                product(p, rules.polynomial(rules.inverse(p.add(q))))
                        .add(product(q, rules.polynomial(rules.inverse(p.add(q)))))
                        .subtract(Polynomial.ONE);
        assertEquals(Polynomial.ZERO, rules.comparisons().positive(zero, Facts.NONE));
        assertEquals(Polynomial.ONE, rules.comparisons().nonnegative(zero, Facts.NONE));
        assertEquals(Polynomial.ONE, rules.comparisons().positive(shares, Facts.NONE));
    }

    @Test
    void floorsGiveUpIntegersOnly() {
        assertEquals(
                rules.floor(x).add(n).add(number(2, 1)), rules.floor(x.add(n).add(number(2, 1))));
        assertNotEquals(rules.floor(x).add(rules.floor(y)), rules.floor(x.add(y)));
        assertEquals(number(-2, 1), rules.floor(number(-3, 2)));
    }

    @Test
    void aFloorOfAFloorIsOne() {
        Polynomial inner = rules.floor(x.scale(Rational.of(1, 3)));
        Polynomial both = inner.add(n).scale(Rational.of(1, 4));
        assertEquals(
                rules.floor(x.scale(Rational.of(1, 12)).add(n.scale(Rational.of(1, 4)))),
                rules.floor(both));
        assertNotEquals(
                rules.floor(x.scale(Rational.of(-1, 12))),
                rules.floor(inner.scale(Rational.of(-1, 4)))); // -⌊q⌋ is no floor
        assertNotEquals(
                rules.floor(x.scale(Rational.of(1, 6))),
                rules.floor(inner.scale(Rational.of(2, 4)).add(y.scale(Rational.of(1, 2)))));
    }

    @Test
    void factorizationsMultiplyBack() {
        Rational r = Rational.of(2 * 2 * 3 * 1009L * 1009, 5 * 49);
        Rational back = Rational.ONE;
        for (Factorization.Power f : Factorization.of(r)) {
            back = back.multiply(Rational.of(f.base()).pow(f.exponent()));
        }
        assertEquals(r, back);
        assertTrue(
                Factorization.of(r).contains(new Factorization.Power(BigInteger.valueOf(1009), 2)));
    }

    @Test
    void namedConstantsArePositive() {
        Polynomial e = ring.variable(ring.atom(Atom.Kind.CONSTANT, NamedConstant.LOG2_E.ordinal()));
        assertEquals(Sign.POSITIVE, rules.signs().of(e));
        assertEquals(Sign.POSITIVE, rules.signs().of(product(x, x).add(e)));
        assertEquals(Sign.UNKNOWN, rules.signs().of(x.add(e)));
        assertEquals(Sign.NONNEGATIVE, rules.signs().of(product(x, x)));
    }

    @Test
    void budgetsEndLargeProducts() {
        Polynomial sum = x.add(y).add(n).add(p);
        assertThrows(LimitExceededException.class, () -> ring.power(sum, 400));
    }

    @Test
    void packedAndInternedMonomialsUnpackToThemselves() {
        long key = Ring.UNIT;
        int[] atoms = {1, 2, 3, 4};
        for (int atom : atoms) {
            key = ring.times(key, atom);
        }
        assertEquals(8, ring.unpack(key).length);
        long inverse = ring.power(key, -1).key();
        assertEquals(Ring.UNIT, ring.times(key, inverse));
        long quotient = ring.times(ring.times(1, 2), ring.power(3, -1).key());
        assertEquals(List.of(1, 1, 2, 1, 3, -1), boxed(ring.unpack(quotient)));
        assertEquals(ring.times(1, 2), ring.times(quotient, 3));
    }

    private static List<Integer> boxed(int[] words) {
        return java.util.Arrays.stream(words).boxed().toList();
    }
}

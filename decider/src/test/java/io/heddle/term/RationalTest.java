package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Exact arithmetic against fractions of BigIntegers, across the border of the long fast path. */
final class RationalTest {
    private static Rational of(long n, long d, int shift) {
        return Rational.of(
                BigInteger.valueOf(n).shiftLeft(shift), BigInteger.valueOf(d == 0 ? 1 : d));
    }

    private static void assertFraction(BigInteger n, BigInteger d, Rational r) {
        assertEquals(n.multiply(r.denominator()), r.numerator().multiply(d));
        assertTrue(r.denominator().signum() > 0);
        assertEquals(BigInteger.ONE, r.numerator().gcd(r.denominator()));
    }

    @Property(tries = 2000, seed = "4711")
    void arithmeticIsThatOfFractions(
            @ForAll long n,
            @ForAll long d,
            @ForAll long m,
            @ForAll long e,
            @ForAll @IntRange(min = 0, max = 70) int shift) {
        Rational p = of(n, d, shift);
        Rational q = of(m, e, 0);
        BigInteger a = p.numerator();
        BigInteger b = p.denominator();
        BigInteger x = q.numerator();
        BigInteger y = q.denominator();
        assertFraction(a.multiply(y).add(x.multiply(b)), b.multiply(y), p.add(q));
        assertFraction(a.multiply(y).subtract(x.multiply(b)), b.multiply(y), p.subtract(q));
        assertFraction(a.multiply(x), b.multiply(y), p.multiply(q));
        assertFraction(a.negate(), b, p.negate());
        assertFraction(a.abs(), b, p.abs());
        assertFraction(a.pow(3), b.pow(3), p.pow(3));
        assertEquals(a.signum(), p.signum());
        assertEquals(a.multiply(y).compareTo(x.multiply(b)), p.compareTo(q));
        assertEquals(p.compareTo(q) == 0, p.equals(q));
        if (!q.isZero()) {
            assertFraction(
                    a.multiply(y).multiply(BigInteger.valueOf(x.signum())),
                    b.multiply(x.abs()),
                    p.divide(q));
            assertEquals(q, q.reciprocal().reciprocal());
        }
    }

    @Property(tries = 1000, seed = "4711")
    void equalNumbersAreEqualHoweverTheyAreMade(
            @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long n,
            @ForAll @LongRange(min = 1, max = 1_000_000) long d,
            @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long factor) {
        Rational small = Rational.of(n, d);
        BigInteger f = BigInteger.valueOf(factor).pow(3);
        Rational large =
                Rational.of(BigInteger.valueOf(n).multiply(f), BigInteger.valueOf(d).multiply(f));
        assertEquals(small, large);
        assertEquals(small.hashCode(), large.hashCode());
        assertEquals(small.isSmall(), large.isSmall());
        assertEquals(small, small.add(large).subtract(large));
    }

    @Property(tries = 1000, seed = "4711")
    void floorIsTheGreatestIntegerNotAbove(@ForAll long n, @ForAll long d) {
        Rational r = of(n, d, 0);
        BigInteger floor = r.floor();
        assertTrue(Rational.of(floor).compareTo(r) <= 0);
        assertTrue(Rational.of(floor.add(BigInteger.ONE)).compareTo(r) > 0);
    }

    @Property(tries = 1000, seed = "4711")
    void doublesAreReadExactly(@ForAll double x) {
        if (Double.isFinite(x)) {
            Rational r = Rational.ofExact(x);
            assertEquals(0, r.toDecimal(new MathContext(1100)).compareTo(new BigDecimal(x)));
            assertEquals(x + 0.0, r.doubleValue());
        }
    }

    @Test
    void extremesOfLongDoNotOverflow() {
        Rational least = Rational.of(Long.MIN_VALUE);
        assertEquals(BigInteger.ONE.shiftLeft(63), least.negate().numerator());
        assertEquals(BigInteger.ONE.shiftLeft(63), least.abs().numerator());
        assertEquals(BigInteger.ONE.shiftLeft(63).negate(), least.numerator());
        assertEquals(Rational.of(-1), least.divide(least.negate()));
        assertEquals(BigInteger.ONE.shiftLeft(126), least.multiply(least).numerator());
        assertEquals(Rational.ONE, Rational.of(Long.MIN_VALUE, Long.MIN_VALUE));
        assertEquals(BigInteger.ONE.shiftLeft(63), Rational.of(1, Long.MIN_VALUE).denominator());
        assertTrue(least.compareTo(Rational.of(Long.MAX_VALUE)) < 0);
        assertNotEquals(least, Rational.of(Long.MAX_VALUE));
    }

    @Test
    void zeroHasNoReciprocal() {
        assertThrows(ArithmeticException.class, () -> Rational.of(1, 0));
        assertThrows(ArithmeticException.class, Rational.ZERO::reciprocal);
        assertThrows(ArithmeticException.class, () -> Rational.ONE.divide(Rational.ZERO));
        assertTrue(Rational.of(0, -5).isZero());
        assertFalse(Rational.of(1, 5).isZero());
        assertEquals(Rational.ZERO, Rational.of(0, -5));
    }

    @Test
    void decimalsRoundAsAsked() {
        Rational third = Rational.of(1, 3);
        MathContext down = new MathContext(5, RoundingMode.FLOOR);
        MathContext up = new MathContext(5, RoundingMode.CEILING);
        assertEquals(new BigDecimal("0.33333"), third.toDecimal(down));
        assertEquals(new BigDecimal("0.33334"), third.toDecimal(up));
        assertEquals(Rational.of(1, 8), Rational.of(new BigDecimal("0.125")));
        assertEquals(Rational.of(1, 1024), Rational.powerOfTwo(-10));
        assertEquals(BigInteger.ONE.shiftLeft(100), Rational.powerOfTwo(100).numerator());
    }
}

package io.heddle.algebra;

import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.Random;

/**
 * Arithmetic modulo a prime between 2^60 and 2^61, in Montgomery form (P. Montgomery, Modular
 * multiplication without trial division, 1985): the number x is kept as x·2^64 mod p.
 */
final class PrimeField {
    static final int BITS = 61;

    private final long p;
    private final long negativeInverse; // −1/p mod 2^64
    private final long one;
    private final BigInteger modulus;

    private PrimeField(BigInteger modulus) {
        this.modulus = modulus;
        this.p = modulus.longValueExact();
        long inverse = p;
        for (int i = 0; i < 6; i++) {
            inverse *= 2 - p * inverse; // Newton: 3, 6, 12 … correct bits
        }
        this.negativeInverse = -inverse;
        this.one = enter(BigInteger.ONE);
    }

    /** A random prime field. */
    static PrimeField random(Random random) {
        return new PrimeField(BigInteger.probablePrime(BITS, random));
    }

    private long enter(BigInteger x) {
        return x.mod(modulus).shiftLeft(64).mod(modulus).longValueExact();
    }

    long one() {
        return one;
    }

    /** The image of a rational; throws where its denominator vanishes. */
    long of(Rational r) {
        long denominator = enter(r.denominator());
        if (denominator == 0) {
            throw new NoFormException("a denominator vanishes modulo the prime");
        }
        long numerator = enter(r.numerator());
        return r.isInteger() ? numerator : multiply(numerator, inverse(denominator));
    }

    /** A random element other than 0. */
    long randomUnit(Random random) {
        long x;
        do {
            x = random.nextLong() & ((1L << BITS) - 1);
        } while (x == 0 || x >= p);
        return x;
    }

    long add(long a, long b) {
        long sum = a + b;
        return sum >= p ? sum - p : sum;
    }

    long subtract(long a, long b) {
        long difference = a - b;
        return difference < 0 ? difference + p : difference;
    }

    long negate(long a) {
        return a == 0 ? 0 : p - a;
    }

    long multiply(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        long m = low * negativeInverse;
        long reduced = Math.multiplyHigh(m, p) + (m >> 63 & p); // unsigned: p is positive
        long result = high + reduced + (low != 0 ? 1 : 0);
        return result >= p ? result - p : result;
    }

    long power(long a, BigInteger n) {
        long base = n.signum() < 0 ? inverse(a) : a;
        BigInteger e = n.abs();
        long result = one;
        for (int i = e.bitLength() - 1; i >= 0; i--) {
            result = multiply(result, result);
            if (e.testBit(i)) {
                result = multiply(result, base);
            }
        }
        return result;
    }

    /** 1/a; throws where a is 0. */
    long inverse(long a) {
        if (a == 0) {
            throw new NoFormException("a denominator vanishes at the sample");
        }
        return power(a, modulus.subtract(BigInteger.TWO));
    }

    /** A root of a, or −1 where there is none. Only for p ≡ 3 mod 4. */
    long root(long a) {
        long r = power(a, modulus.add(BigInteger.ONE).shiftRight(2));
        return multiply(r, r) == a ? r : -1;
    }

    /** True if p ≡ 3 mod 4, so that {@link #root} can be used. */
    boolean hasSimpleRoots() {
        return (p & 3) == 3;
    }
}

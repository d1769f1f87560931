package io.heddle.algebra;

import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A positive rational as a product of powers: primes below a bound, and one cofactor that is not
 * factored further (a perfect square is taken as its root squared).
 */
final class Factorization {
    private static final int BOUND = 1000;

    private Factorization() {}

    /** base^exponent, exponent ≠ 0. */
    record Power(BigInteger base, int exponent) {}

    static List<Power> of(Rational r) {
        List<Power> powers = new ArrayList<>();
        BigInteger numerator = r.numerator();
        BigInteger denominator = r.denominator();
        BigInteger limit = numerator.max(denominator);
        for (int p = 2; p < BOUND && BigInteger.valueOf(p).compareTo(limit) <= 0; p++) {
            BigInteger prime = BigInteger.valueOf(p);
            int n = multiplicity(numerator, prime);
            int d = multiplicity(denominator, prime);
            if (n + d > 0) {
                numerator = numerator.divide(prime.pow(n));
                denominator = denominator.divide(prime.pow(d));
                limit = numerator.max(denominator);
                powers.add(new Power(prime, n - d));
            }
        }
        cofactor(numerator, 1, powers);
        cofactor(denominator, -1, powers);
        return powers;
    }

    private static int multiplicity(BigInteger n, BigInteger p) {
        int count = 0;
        BigInteger[] division = n.divideAndRemainder(p);
        while (division[1].signum() == 0) {
            count++;
            division = division[0].divideAndRemainder(p);
        }
        return count;
    }

    private static void cofactor(BigInteger n, int sign, List<Power> powers) {
        if (n.equals(BigInteger.ONE)) {
            return;
        }
        BigInteger root = n.sqrt();
        if (root.multiply(root).equals(n)) {
            powers.add(new Power(root, 2 * sign));
        } else {
            powers.add(new Power(n, sign));
        }
    }
}

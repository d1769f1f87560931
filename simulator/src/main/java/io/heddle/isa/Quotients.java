package io.heddle.isa;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/**
 * {@code div} and {@code rem} of integers by constants (PTX ISA 9.7.1.8, 9.7.1.9): quotients are
 * rounded towards zero, remainders have the sign of the dividend.
 */
final class Quotients {
    private Quotients() {}

    /** True for a constant whose quotients are all numbers of the type: not 0, nor −1. */
    static boolean isDivisor(TermStore s, int b) {
        return s.op(b) == Op.RATIONAL
                && !s.rationalValue(b).isZero()
                && !s.rationalValue(b).equals(Rational.MINUS_ONE);
    }

    /** The quotient by a constant other than 0. */
    static int quotient(TermStore s, int a, int b) {
        Rational divisor = s.rationalValue(b);
        int q = truncated(s, a, s.rational(divisor.abs()));
        return divisor.signum() < 0 ? s.neg(q) : q;
    }

    /** The remainder by a constant other than 0, whose sign does not matter. */
    static int remainder(TermStore s, int a, int b) {
        int divisor = s.rational(s.rationalValue(b).abs());
        return s.sub(a, s.mul(divisor, truncated(s, a, divisor)));
    }

    /** Of a quotient the quotient by the product: trunc(trunc(x) / n) = trunc(x / n). */
    private static int truncated(TermStore s, int a, int divisor) {
        int dividend = s.op(a) == Op.TRUNC ? s.a(a) : a;
        return s.trunc(s.div(dividend, divisor));
    }
}

package io.heddle.isa;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/**
 * {@code div} and {@code rem} of integers by constants (PTX ISA 9.7.1.8, 9.7.1.9): a quotient is
 * rounded towards zero, a remainder has the sign of the dividend.
 */
final class Quotients {
    private Quotients() {}

    /** True for a constant other than 0 and −1: any quotient by it is a number of the type. */
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

    /**
     * The remainder of the division by a constant other than 0; the constant's sign does not
     * matter.
     */
    static int remainder(TermStore s, int a, int b) {
        int divisor = s.rational(s.rationalValue(b).abs());
        return s.sub(a, s.mul(divisor, truncated(s, a, divisor)));
    }

    /** The quotient trunc(a / divisor). If a is itself trunc(x), that is trunc(x / divisor). */
    private static int truncated(TermStore s, int a, int divisor) {
        int dividend = s.op(a) == Op.TRUNC ? s.a(a) : a;
        return s.trunc(s.div(dividend, divisor));
    }
}

package io.heddle.isa;

import io.heddle.finding.Assumption;
import io.heddle.machine.Warp;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/**
 * Subnormal operands of instructions with {@code .ftz}, which read them as zeros (PTX ISA 9.7.3 to
 * 9.7.7). A subnormal constant is read as 0. Symbolic operands of a comparison are assumed not to
 * be subnormal where that matters.
 */
final class Flushing {
    /** Bits; no f16 or f32 with a shorter denominator is subnormal. */
    private static final int SURELY_NORMAL = 14;

    private Flushing() {}

    /** The term that an instruction with {@code .ftz} reads where the operand is {@code t}. */
    static int operand(TermStore s, FloatFormat f, int t) {
        return s.isRational(t) && isSubnormal(s.rationalValue(t), f) ? s.zero() : t;
    }

    private static boolean isSubnormal(Rational r, FloatFormat f) {
        return !r.isZero()
                && r.denominator().bitLength() > SURELY_NORMAL
                && r.abs().compareTo(leastNormal(f)) < 0;
    }

    private static Rational leastNormal(FloatFormat f) {
        return switch (f) {
            case F16, E5M2 -> Rational.powerOfTwo(-14);
            case E4M3 -> Rational.powerOfTwo(-6);
            case BF16, F32 -> Rational.powerOfTwo(-126);
            case F64 -> Rational.powerOfTwo(-1022);
        };
    }

    /**
     * Lists the assumption that neither operand of a comparison with {@code .ftz} is subnormal,
     * unless flushing them to 0 cannot change the result.
     */
    static void assumeNormal(Warp w, FloatFormat f, int x, int y) {
        TermStore s = w.store();
        boolean known = isFar(s, x) || isFar(s, y) || isNormal(s, f, x) && isNormal(s, f, y);
        if (!known) {
            w.machine()
                    .assume(
                            Assumption.Kind.SUBNORMAL,
                            "no subnormal number is compared by an instruction with .ftz",
                            null);
        }
    }

    /**
     * True if {@code t} is a constant that compares with every subnormal number as it does with 0.
     */
    private static boolean isFar(TermStore s, int t) {
        return s.isRational(t) ? !s.rationalValue(t).isZero() : isConstant(s, t);
    }

    private static boolean isConstant(TermStore s, int t) {
        return s.isClosed(t) && s.op(t).arity() == 0 && s.op(t) != Op.APPLY;
    }

    /** True if {@code t} is never subnormal. */
    private static boolean isNormal(TermStore s, FloatFormat f, int t) {
        return s.isRational(t)
                || s.isInteger(t)
                || s.op(t) == Op.ELEMENT
                        && f == FloatFormat.F32
                        && s.symbolOf(t).type().format() == FloatFormat.F16;
    }
}

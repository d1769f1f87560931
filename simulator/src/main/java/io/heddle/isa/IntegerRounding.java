package io.heddle.isa;

import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/**
 * Rounding to integers on purpose: a sum with a constant C whose unit in the last place is 1 is
 * rounded to an integer ({@code x + 12582912.0f}). The whole sum is rounded, so towards zero means
 * down where C &gt; 0 and up where C &lt; 0, and a tie goes to where the sum is even.
 */
final class IntegerRounding {
    private IntegerRounding() {}

    static int sum(TermStore s, FloatFormat f, int a, int b, Instruction i) {
        if (isRounder(s, f, a)) {
            return rounded(s, b, a, i);
        }
        return isRounder(s, f, b) ? rounded(s, a, b, i) : s.add(a, b);
    }

    static int difference(TermStore s, FloatFormat f, int a, int b, Instruction i) {
        if (isRounder(s, f, b)) {
            return rounded(s, a, s.neg(b), i);
        }
        if (isRounder(s, f, a)) {
            return isNearest(i) && isEven(s, a) ? s.sub(a, s.rint(b)) : rounded(s, s.neg(b), a, i);
        }
        return s.sub(a, b);
    }

    static int fused(TermStore s, FloatFormat f, int a, int b, int c, Instruction i) {
        return isRounder(s, f, c) ? rounded(s, s.mul(a, b), c, i) : s.fma(a, b, c);
    }

    /** {@code t + constant}, rounded to an integer. */
    private static int rounded(TermStore s, int t, int constant, Instruction i) {
        boolean up = s.rationalValue(constant).signum() > 0;
        if (i.has("rm") || i.has("rz") && up) {
            return s.add(s.floor(t), constant);
        }
        if (i.has("rp") || i.has("rz")) {
            return s.add(s.ceil(t), constant);
        }
        return isEven(s, constant)
                ? s.add(s.rint(t), constant)
                : s.rint(s.add(t, constant)); // ties of t go to the odd
    }

    /**
     * The float of an integer constant: a concrete integer has a concrete float (PTX ISA, cvt: by
     * default rounded to nearest even), an infinity where it is out of range.
     */
    static int converted(TermStore s, Rational n, FloatFormat f, Instruction i) {
        Rational magnitude = n.abs();
        int exponent = magnitude.numerator().bitLength();
        Rational ulp = Rational.powerOfTwo(Math.max(0, exponent - f.precision()));
        boolean up = i.has("rp") && n.signum() > 0 || i.has("rm") && n.signum() < 0;
        Rational units = magnitude.multiply(ulp.reciprocal());
        Op way = isNearest(i) ? Op.RINT : up ? Op.CEIL : Op.FLOOR;
        Rational rounded = way.round(units).multiply(ulp);
        Rational greatest = f.lowestFinite().negate();
        if (rounded.compareTo(greatest) > 0) {
            if (way != Op.FLOOR) {
                return n.signum() > 0 ? s.posInf() : s.negInf();
            }
            rounded = greatest;
        }
        return s.rational(n.signum() < 0 ? rounded.negate() : rounded);
    }

    private static boolean isNearest(Instruction i) {
        return !i.has("rm") && !i.has("rp") && !i.has("rz");
    }

    private static boolean isEven(TermStore s, int constant) {
        return !s.rationalValue(constant).numerator().testBit(0);
    }

    /** True for an integer constant whose unit in the last place is 1. */
    static boolean isRounder(TermStore s, FloatFormat f, int t) {
        if (s.op(t) != Op.RATIONAL || f.precision() < 11) {
            return false;
        }
        Rational magnitude = s.rationalValue(t).abs();
        return magnitude.isInteger()
                && magnitude.compareTo(Rational.powerOfTwo(f.precision() - 1)) >= 0
                && magnitude.compareTo(Rational.powerOfTwo(f.precision())) < 0;
    }

    /**
     * Lists what the rounding of {@code x + y} assumes, if it is one: that the sum has the exponent
     * of the constant.
     */
    static void note(Warp w, Step step, FloatFormat f, int x, int y) {
        TermStore s = w.store();
        boolean first = isRounder(s, f, x);
        if (!first && !isRounder(s, f, y)) {
            return;
        }
        int t = first ? y : x;
        w.views().roundedIntegers().assumeExact(t);
        if (s.isInteger(t) || s.isRational(t)) {
            return;
        }
        Instruction i = step.instruction();
        w.views().roundedSteps().noteConverted(t, f, i);
        w.machine()
                .assume(
                        "adding "
                                + s.rationalValue(first ? x : y)
                                + " at "
                                + i.position().file()
                                + ":"
                                + i.position().line()
                                + " rounds to an integer: the sum keeps its exponent",
                        step);
    }
}

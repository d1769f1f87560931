package io.heddle.isa;

import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.IntegerSums;

/**
 * Two kinds of rounding that change a value over the reals: programs round a float to an integer by
 * adding a constant whose unit in the last place is 1 ({@link IntegerSums}), and a conversion
 * rounds an integer constant that the float format cannot hold.
 */
final class IntegerRounding {
    private IntegerRounding() {}

    /** The term of the operand {@code x} of an add, sub or fma whose other summand is {@code y}. */
    static int operand(Warp w, Instruction i, FloatFormat f, int x, int y) {
        return w.views().integerSums().operand(x, y, i.opcode().equals("sub"), f);
    }

    /**
     * The term of the result {@code t}, which a sum with such a constant rounds; an operand that
     * the instruction lacks is 0.
     */
    static int made(Warp w, Instruction i, FloatFormat f, int t, int x, int y, int z) {
        IntegerSums sums = w.views().integerSums();
        return switch (i.opcode()) {
            case "add" -> sums.sum(t, x, y, f, i);
            case "sub" -> sums.difference(t, x, y, f, i);
            case "fma", "mad" -> sums.fused(t, x, y, z, f, i);
            default -> t;
        };
    }

    /**
     * Converts an integer constant to a float, rounded as the modifier says and to nearest even by
     * default (PTX ISA, cvt); out of range it is an infinity, or the greatest finite number.
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
}

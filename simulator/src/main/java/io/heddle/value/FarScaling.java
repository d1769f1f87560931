package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/**
 * Products with powers of two, which are exact as long as they neither overflow nor underflow: a
 * factor beyond a quarter of the format's range may well make them do so, and so may a power whose
 * exponent is an unknown integer.
 */
final class FarScaling {
    private final TermStore store;
    private final Bounds bounds;

    FarScaling(TermStore store, Bounds bounds) {
        this.store = store;
        this.bounds = bounds;
    }

    /** True if {@code instruction} scales one of the operands, unused ones 0, by much. */
    boolean isMadeBy(Instruction instruction, FloatFormat format, int... operands) {
        return switch (instruction.opcode()) {
            case "mul", "fma", "mad" -> isFar(operands[0], format) || isFar(operands[1], format);
            case "div" -> isFar(operands[1], format);
            case "ex2" -> isWide(operands[0], greatest(format));
            default -> false;
        };
    }

    private boolean isFar(int factor, FloatFormat format) {
        int most = greatest(format) / 2;
        if (store.op(factor) == Op.EXP2) {
            return isWide(store.a(factor), most);
        }
        if (store.op(factor) != Op.RATIONAL) {
            return false;
        }
        Rational r = store.rationalValue(factor).abs();
        int exponent = r.numerator().bitLength() - r.denominator().bitLength();
        return r.isPowerOfTwo() && Math.abs(exponent) > most;
    }

    /** True for an unknown integer that may be greater in magnitude. */
    private boolean isWide(int exponent, int most) {
        return !store.isClosed(exponent)
                && store.isInteger(exponent)
                && !bounds.of(exponent).isWithin(-most, most);
    }

    /** The greatest exponent of a normal number whose reciprocal is normal, too. */
    private static int greatest(FloatFormat format) {
        return -NarrowFormat.of(format).least();
    }
}

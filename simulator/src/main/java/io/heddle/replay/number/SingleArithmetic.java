package io.heddle.replay.number;

import io.heddle.ptx.Instruction;

/** f32 arithmetic rounded to nearest even, on the host's own (IEEE 754) float operations. */
final class SingleArithmetic {
    private static final long NAN = 0x7FFFFFFFL;

    private SingleArithmetic() {}

    /** The operation, or null if it rounds another way or is none of the four. */
    static Scalar decode(Instruction i) {
        Rounding rounding = Rounding.of(i);
        if (rounding != null && rounding != Rounding.NEAREST_EVEN) {
            return null;
        }
        return switch (i.opcode()) {
            case "add" -> (a, b, c) -> bits(value(a) + value(b));
            case "sub" -> (a, b, c) -> bits(value(a) - value(b));
            case "mul" -> (a, b, c) -> bits(value(a) * value(b));
            case "fma", "mad" -> (a, b, c) -> bits(Math.fma(value(a), value(b), value(c)));
            default -> null;
        };
    }

    private static float value(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    private static long bits(float value) {
        return !Float.isNaN(value) ? Float.floatToRawIntBits(value) & 0xFFFFFFFFL : NAN;
    }
}

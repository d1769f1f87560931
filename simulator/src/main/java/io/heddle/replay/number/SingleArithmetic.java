package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import java.util.Optional;

/** f32 arithmetic rounded to nearest even, on the host's own (IEEE 754) float operations. */
final class SingleArithmetic {
    private static final long NAN = 0x7FFFFFFFL;

    private SingleArithmetic() {}

    /** The operation, if it is one of the four and rounds to nearest even. */
    static Optional<Scalar> decode(Instruction i) {
        if (Rounding.of(i).orElse(Rounding.NEAREST_EVEN) != Rounding.NEAREST_EVEN) {
            return Optional.empty();
        }
        Scalar operation =
                switch (i.opcode()) {
                    case "add" -> (a, b, c) -> bits(value(a) + value(b));
                    case "sub" -> (a, b, c) -> bits(value(a) - value(b));
                    case "mul" -> (a, b, c) -> bits(value(a) * value(b));
                    case "fma", "mad" -> (a, b, c) -> bits(Math.fma(value(a), value(b), value(c)));
                    default -> null;
                };
        return Optional.ofNullable(operation);
    }

    private static float value(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    private static long bits(float value) {
        return !Float.isNaN(value) ? Float.floatToRawIntBits(value) & 0xFFFFFFFFL : NAN;
    }
}

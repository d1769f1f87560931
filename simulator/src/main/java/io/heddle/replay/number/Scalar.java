package io.heddle.replay.number;

import io.heddle.ptx.Instruction;

/** What an instruction computes of at most three register contents. */
@FunctionalInterface
public interface Scalar {
    /** The result's bits, zero-extended; operands that the instruction lacks are arbitrary. */
    long apply(long a, long b, long c);

    /** The operation of an instruction of at most three sources, or null. */
    static Scalar of(Instruction i) {
        if (i.opcode().equals("cvt")) {
            return Conversion.decode(i);
        }
        Scalar s = IntegerArithmetic.decode(i);
        s = s == null ? BitOperations.decode(i) : s;
        return s == null ? FloatArithmetic.decode(i) : s;
    }

    /** This operation on each {@code width}-bit lane of packed operands of {@code lanes} lanes. */
    default Scalar packed(int width, int lanes) {
        long mask = Bits.mask(width);
        return (a, b, c) -> {
            long result = 0;
            for (int lane = 0; lane < lanes; lane++) {
                int s = lane * width;
                long r = apply(a >>> s & mask, b >>> s & mask, c >>> s & mask);
                result |= (r & mask) << s;
            }
            return result;
        };
    }
}

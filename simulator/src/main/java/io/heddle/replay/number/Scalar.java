package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import java.util.Optional;

/** What an instruction computes of at most three register contents. */
@FunctionalInterface
public interface Scalar {
    /** The result's bits, zero-extended; operands that the instruction lacks are arbitrary. */
    long apply(long a, long b, long c);

    /** The operation of an instruction of at most three sources, if it is one. */
    static Optional<Scalar> of(Instruction i) {
        if (i.opcode().equals("cvt")) {
            return Conversion.decode(i);
        }
        PtxType type = Bits.type(i);
        if (type == null) {
            return Optional.empty();
        }
        return IntegerArithmetic.decode(i, type)
                .or(() -> BitOperations.decode(i, type))
                .or(() -> FloatArithmetic.decode(i, type));
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

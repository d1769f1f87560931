package io.heddle.isa;

import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.ptx.Instruction;

/**
 * Decodes the opcodes that integers and floating-point numbers share: add, min, neg and the like.
 */
public final class Arithmetic {
    private Arithmetic() {}

    /**
     * Passes the instruction to the decoder of its type: float, integer, or integer with carry
     * flag.
     */
    public static Step decode(Decoder decoder, Instruction i) {
        if (FloatingPoint.isFloat(Decoder.type(i))) {
            return FloatingPoint.decode(decoder, i);
        }
        return ExtendedPrecision.setsCarry(i)
                ? ExtendedPrecision.decode(decoder, i)
                : IntegerArithmetic.decode(decoder, i);
    }
}

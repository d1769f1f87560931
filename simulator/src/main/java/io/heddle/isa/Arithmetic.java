package io.heddle.isa;

import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.ptx.Instruction;

/** The opcodes that integers and floating-point numbers share: add, min, neg and the like. */
public final class Arithmetic {
    private Arithmetic() {}

    /** Decodes by the instruction's type. */
    public static Step decode(Decoder decoder, Instruction i) {
        if (FloatingPoint.isFloat(Decoder.type(i))) {
            return FloatingPoint.decode(decoder, i);
        }
        return ExtendedPrecision.setsCarry(i)
                ? ExtendedPrecision.decode(decoder, i)
                : IntegerArithmetic.decode(decoder, i);
    }
}

package io.heddle.machine;

import io.heddle.ptx.Instruction;

/** Decodes the instructions of some opcodes. */
public interface InstructionDecoder {
    /**
     * The step for an instruction of a form that the instruction table allows; never null.
     *
     * @throws io.heddle.finding.UnsupportedPtxException with the modifier or operand that is not
     *     modelled: the instruction is then UNSUPPORTED when it is executed
     */
    Step decode(Decoder decoder, Instruction instruction);
}

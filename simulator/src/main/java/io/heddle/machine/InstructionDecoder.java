package io.heddle.machine;

import io.heddle.ptx.Instruction;

/** Decodes the instructions of some opcodes to steps. */
public interface InstructionDecoder {
    /**
     * Decodes an instruction of a form that the instruction table allows. The result is never null.
     *
     * @throws io.heddle.finding.UnsupportedPtxException with the modifier or operand that is not
     *     modelled: the instruction is then UNSUPPORTED if it is executed
     */
    Step decode(Decoder decoder, Instruction instruction);
}

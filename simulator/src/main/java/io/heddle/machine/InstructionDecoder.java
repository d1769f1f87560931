package io.heddle.machine;

import io.heddle.ptx.Instruction;

/** Decodes the instructions of some opcodes. */
public interface InstructionDecoder {
    /**
     * The step for an instruction, or null if this form is not modelled (it is then UNSUPPORTED
     * when it is executed).
     *
     * @throws UnsupportedPtxException with the reason, to the same effect
     */
    Step decode(Decoder decoder, Instruction instruction);
}

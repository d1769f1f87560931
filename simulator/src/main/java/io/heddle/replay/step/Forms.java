package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.number.Bits;

/** Refuses the forms of instructions that a replay does not model, with what is to blame. */
final class Forms {
    private Forms() {}

    /** Refuses a modifier, given without its dot. */
    static StopException notModelled(String modifier) {
        return StopException.unsupported("." + modifier + " is not modelled in a replay");
    }

    /** Refuses a whole form, whose name the message gets from the decoder. */
    static StopException notModelled() {
        return StopException.unsupported("the form is not modelled in a replay");
    }

    /**
     * The type that the last modifier of an instruction names.
     *
     * @throws StopException if there is none, or if it does not fit a register of 64 bits
     */
    static PtxType type(Instruction i) {
        PtxType type = Bits.type(i);
        if (type == null) {
            throw StopException.unsupported("an instruction without a type");
        }
        if (type == PtxType.B128) {
            throw notModelled("b128");
        }
        return type;
    }
}

package io.heddle.replay.machine;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.SourcePosition;
import java.io.Serializable;

/**
 * What a claim assumes of a single instruction, whenever a thread executes it.
 *
 * @param kind what is assumed
 * @param at where the instruction is; null for every instruction of which it can be asked
 */
public record StepAssumption(Kind kind, SourcePosition at) implements Serializable {
    /** What is assumed of an instruction. */
    public enum Kind {
        /**
         * What it decides (a comparison, the integer that a float becomes, whether a root has one)
         * is what it would decide if nothing before it were rounded. Without a place: the word that
         * an integer instruction computes, which may be made of the bits of floats.
         */
        ROUNDING,
        /**
         * The sign that it copies is not that of −0 or a NaN. Without a place: it computes no −0.
         */
        ZERO_SIGN,
        /** Its {@code .ftz} makes no difference. */
        SUBNORMAL,
        /** The float that it computes has 1 as its unit in the last place. */
        KEPT_EXPONENT,
        /** The float that it computes of numbers is a number, too. */
        FLOAT_OVERFLOW,
        /** The float that it makes of an integer is this integer. */
        ROUNDED_INTEGER,
        /** The float that it makes an integer of is a number that the integer's type holds. */
        CLAMPED_CONVERSION,
        /** The integer that it computes is in the range of its type. */
        INTEGER_OVERFLOW,
        /**
         * What it decides (a comparison, the integer that a float becomes) is what it would decide
         * if no number before it had left the range of its type. Only without a place.
         */
        RANGE
    }

    /** True if this is assumed of {@code instruction}, or may be. */
    public boolean concerns(Instruction instruction) {
        return at == null
                || at.line() == instruction.position().line()
                        && at.column() == instruction.position().column()
                        && at.file().equals(instruction.position().file());
    }
}

package io.heddle.replay.machine;

import io.heddle.ptx.SourceLine;
import io.heddle.ptx.SourcePosition;

/**
 * One way that an instruction may go.
 *
 * @param position of the instruction
 * @param source its CUDA line, or null
 * @param mnemonic of the instruction
 * @param kind what it decides
 * @param outcome 0 or 1, or as its kind says; of a table the number of the target
 */
public record Way(
        SourcePosition position, SourceLine source, String mnemonic, Kind kind, int outcome) {
    /** What an instruction decides. */
    public enum Kind {
        /** Whether it is executed, under a guard. */
        GUARD,
        /** Whether a comparison holds. */
        COMPARISON,
        /** Which of two operands is the result: 1 for the first. */
        CHOICE,
        /** What a result is cut to: 0, 1, or 2 for a number between. */
        SATURATION,
        /** Which target of a table is next. */
        TARGET
    }

    /** The way in words: {@code setp.eq.s32 holds}. */
    public String words() {
        return mnemonic
                + switch (kind) {
                    case GUARD -> outcome == 1 ? " is executed" : " is skipped by its guard";
                    case COMPARISON -> outcome == 1 ? " holds" : " does not hold";
                    case CHOICE -> " takes its " + (outcome == 1 ? "first" : "second") + " operand";
                    case SATURATION ->
                            outcome == 2 ? " gives a number in (0, 1)" : " gives " + outcome;
                    case TARGET -> " goes to target " + outcome + " of its table";
                };
    }
}

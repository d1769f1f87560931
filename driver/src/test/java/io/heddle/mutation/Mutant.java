package io.heddle.mutation;

import io.heddle.ptx.PtxModule;
import io.heddle.ptx.SourcePosition;

/**
 * A kernel with one change.
 *
 * @param kind what was changed
 * @param change the change in words
 * @param at index of the changed instruction in the entry's body; −1 for a variable
 * @param position its place in the original file, or null for a variable
 * @param module the changed module; it has the one entry only
 */
record Mutant(Kind kind, String change, int at, SourcePosition position, PtxModule module) {
    /** The changes of design.md, section 9. */
    enum Kind {
        DROP_BARRIER,
        MOVE_BARRIER,
        SWAP_OPERANDS,
        OFF_BY_ONE,
        CONSTANT,
        OPCODE,
        TYPE,
        DROP_CLIP,
        NEGATE_CONDITION,
        DROP_STORE,
        SHRINK_SHARED
    }

    @Override
    public String toString() {
        return kind + (position == null ? "" : " at line " + position.line()) + ": " + change;
    }
}

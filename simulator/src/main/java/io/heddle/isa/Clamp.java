package io.heddle.isa;

import io.heddle.ptx.Instruction;
import io.heddle.term.TermStore;

/** What {@code cvt} does to its source before it converts it (PTX ISA 9.7.9.21). */
enum Clamp {
    /** Nothing. */
    NONE,
    /** {@code .sat}: to [0, 1]. */
    SAT,
    /** {@code .relu}: a negative source becomes 0. */
    RELU;

    /** The clamp that an instruction names. */
    static Clamp of(Instruction i) {
        return i.has("sat") ? SAT : i.has("relu") ? RELU : NONE;
    }

    /** The clamped {@code t}. */
    int of(TermStore s, int t) {
        return switch (this) {
            case NONE -> t;
            case SAT -> s.min(s.max(t, s.zero()), s.one());
            case RELU -> FloatingPoint.relu(s, t);
        };
    }
}

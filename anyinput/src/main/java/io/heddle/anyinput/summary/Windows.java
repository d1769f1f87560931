package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.summary.MemoryObject.Space;
import io.heddle.ptx.Instruction;

/**
 * Where the state spaces lie among the generic addresses (PTX ISA 5.2, 9.7.9.20): each has a
 * window, and a generic address is an address of the space plus the beginning of its window. That
 * of the global space begins at 0; where the others begin is not known.
 */
final class Windows {
    private static final String WINDOW = "window of ";

    private Windows() {}

    /** Where the window of a state space begins. */
    static BitTerm of(BitTerms terms, Space space) {
        return space == Space.GLOBAL
                ? terms.constant(Long.SIZE, 0)
                : terms.variable(WINDOW + space, Long.SIZE, Level.GRID);
    }

    /** The state space that an instruction names; null if it names none that is followed. */
    static Space named(Instruction i) {
        if (i.has("global")) {
            return Space.GLOBAL;
        }
        if (i.has("shared") || i.has("shared::cta")) {
            return Space.SHARED;
        }
        if (i.has("const")) {
            return Space.CONSTANT;
        }
        return i.has("local") ? Space.LOCAL : null;
    }

    /** {@code cvta}: a generic address from one of a space, or the other way; null if unknown. */
    static BitTerm converted(BitTerms terms, Instruction i, BitTerm address) {
        Space space = named(i);
        if (space == null || address.width() != Long.SIZE) {
            return null;
        }
        BitTerm window = of(terms, space);
        return i.has("to") ? terms.sub(address, window) : terms.add(address, window);
    }
}

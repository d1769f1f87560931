package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;

/**
 * Makes exceptions for forms that the instruction table allows and no decoder models. The message
 * names what is not modelled.
 */
public final class NotModelled {
    private NotModelled() {}

    /** For modifiers, given without their dots. */
    public static UnsupportedPtxException modifiers(String... blamed) {
        return new UnsupportedPtxException(
                "." + String.join(".", blamed) + " is not modelled here");
    }

    /** For two modifiers that are modelled alone, but not together. */
    public static UnsupportedPtxException together(String one, String other) {
        return new UnsupportedPtxException("." + one + " with ." + other + " is not modelled");
    }

    /** For a whole form; the instruction table should not have allowed it. */
    public static UnsupportedPtxException form(Instruction i) {
        return new UnsupportedPtxException(i.mnemonic() + " is not modelled");
    }
}

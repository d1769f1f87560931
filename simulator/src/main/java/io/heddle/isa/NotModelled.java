package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;

/** Refusals, by name, of forms that the instruction table allows and a decoder does not know. */
public final class NotModelled {
    private NotModelled() {}

    /** The modifiers to blame, without their points. */
    public static UnsupportedPtxException modifiers(String... blamed) {
        return new UnsupportedPtxException(
                "." + String.join(".", blamed) + " is not modelled here");
    }

    /** Two modifiers that are modelled, but not together. */
    public static UnsupportedPtxException together(String one, String other) {
        return new UnsupportedPtxException("." + one + " with ." + other + " is not modelled");
    }

    /** The whole form: what the instruction table should not have allowed. */
    public static UnsupportedPtxException form(Instruction i) {
        return new UnsupportedPtxException(i.mnemonic() + " is not modelled");
    }
}

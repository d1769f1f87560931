package io.heddle.value;

import io.heddle.ptx.Instruction;

/** What a {@code cvt} of floats does, by its modifiers (PTX ISA 9.7.9.22). */
final class FloatConversions {
    private FloatConversions() {}

    /** True for a rounding to a float of 8 bits, of which neighbours are far apart. */
    static boolean isToEightBits(Instruction i) {
        return i.has("e4m3x2") || i.has("e5m2x2");
    }

    /** True for a rounding up or down, which makes another integer of what is next to one. */
    static boolean isDirected(Instruction i) {
        return i.has("rmi") || i.has("rpi") || i.has("rm") || i.has("rp");
    }
}

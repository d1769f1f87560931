package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;

/**
 * A tensor or a variable. Different objects do not overlap.
 *
 * @param name as messages call it
 * @param space where it lies
 * @param base its address, a term by which addresses in it are known
 * @param bytes its size, a term of 64 bits; null if it is not known
 * @param zero true if all its bytes are known to be 0 when the kernel begins
 */
public record MemoryObject(String name, Space space, BitTerm base, BitTerm bytes, boolean zero) {
    /** Who sees it. */
    public enum Space {
        /** All threads of the grid. */
        GLOBAL,
        /** The threads of a block. */
        SHARED,
        /** All threads; nobody writes it. */
        CONSTANT,
        /** One thread. */
        LOCAL
    }
}

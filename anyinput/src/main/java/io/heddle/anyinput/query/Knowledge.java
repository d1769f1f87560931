package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;

/** What is known of functions where they are applied. */
interface Knowledge {
    /** What is known of an application by itself; null if nothing is. */
    BitTerm of(BitTerm application);

    /**
     * What is known of two applications together, or of one, if it is given twice, that may not be
     * worth saying of all; null if nothing is.
     */
    default BitTerm together(BitTerm application, BitTerm other) {
        return null;
    }
}

package io.heddle.memory;

import io.heddle.ptx.PtxType;

/** The reader of a memory cell; the initial contents of the cell may depend on it. */
public interface ReadContext {
    /** The type that is loaded, or null where a store under a condition keeps what is there. */
    PtxType type();

    /**
     * The UNDEFINED term of an element or byte that was never written.
     *
     * @param object the object that is read
     * @param what the element or byte, in words
     */
    int undefined(String object, String what);
}

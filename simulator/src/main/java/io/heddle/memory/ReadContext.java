package io.heddle.memory;

import io.heddle.ptx.PtxType;

/** Who reads memory: what the initial contents of a cell may depend on. */
public interface ReadContext {
    /** The type that is loaded, or null where a store under a condition keeps what is there. */
    PtxType type();

    /**
     * The UNDEFINED term of what was never written.
     *
     * @param object the object that is read
     * @param what the element or byte, in words
     */
    int undefined(String object, String what);
}

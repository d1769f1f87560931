package io.heddle.spec.index;

import java.util.Locale;

/** How the elements of a range become one. */
public enum Reduction {
    /** 0 of an empty range. */
    SUM,
    /** 1 of an empty range. */
    PROD,
    /** −∞ of an empty range. */
    MAX,
    /** +∞ of an empty range. */
    MIN,
    /** The index of the first greatest element; of an empty range an error. */
    ARGMAX,
    /** The index of the first least element; of an empty range an error. */
    ARGMIN;

    /** True for the reductions whose value is an index. */
    public boolean isIndex() {
        return this == ARGMAX || this == ARGMIN;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

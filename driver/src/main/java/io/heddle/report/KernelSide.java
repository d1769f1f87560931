package io.heddle.report;

import java.util.Locale;

/** One of the two kernels of a pair. */
public enum KernelSide {
    /** The kernel that is taken as correct; the only one of a single-kernel pair. */
    REFERENCE,
    /** The kernel that is compared with it. */
    CANDIDATE;

    /** {@code reference} or {@code candidate}. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}

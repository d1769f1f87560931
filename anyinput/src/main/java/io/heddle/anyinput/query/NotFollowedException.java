package io.heddle.anyinput.query;

import io.heddle.anyinput.summary.Gap;

/** What warps do at named barriers is not followed. */
final class NotFollowedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Gap gap;

    NotFollowedException(Gap gap) {
        super(gap.message());
        this.gap = gap;
    }

    /** Where, and why. */
    Gap gap() {
        return gap;
    }
}

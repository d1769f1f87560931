package io.heddle.decide;

import io.heddle.refute.Domain;
import java.util.List;

/** How the operand of a domain condition may violate it. */
enum Violation {
    NEGATIVE,
    ZERO,
    NAN,
    POSITIVE_INFINITY,
    NEGATIVE_INFINITY;

    /** The violations of a condition. */
    static List<Violation> of(Domain.Kind kind) {
        return switch (kind) {
            case NONNEGATIVE -> List.of(NEGATIVE);
            case POSITIVE -> List.of(NEGATIVE, ZERO);
            case NONZERO -> List.of(ZERO);
            case NUMBER -> List.of(NAN, POSITIVE_INFINITY, NEGATIVE_INFINITY);
        };
    }
}

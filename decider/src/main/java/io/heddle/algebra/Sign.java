package io.heddle.algebra;

/**
 * What is known of the sign of a real: a small lattice. "Unknown" is never "yes" (design.md section
 * 6, conditions).
 */
public enum Sign {
    /** &gt; 0. */
    POSITIVE,
    /** ≥ 0. */
    NONNEGATIVE,
    /** = 0. */
    ZERO,
    /** ≤ 0. */
    NONPOSITIVE,
    /** &lt; 0. */
    NEGATIVE,
    /** Nothing is known. */
    UNKNOWN;

    /** The sign of a number with {@link Integer#signum}. */
    public static Sign of(int signum) {
        return signum > 0 ? POSITIVE : signum < 0 ? NEGATIVE : ZERO;
    }

    /** True if the value is known to be &gt; 0. */
    public boolean isKnownPositive() {
        return this == POSITIVE;
    }

    /** True if the value is known to be ≥ 0. */
    public boolean isKnownNonnegative() {
        return this == POSITIVE || this == NONNEGATIVE || this == ZERO;
    }

    /** True if the value is known to be ≤ 0. */
    public boolean isKnownNonpositive() {
        return this == NEGATIVE || this == NONPOSITIVE || this == ZERO;
    }

    /** True if the value is known to be other than 0. */
    public boolean isKnownNonzero() {
        return this == POSITIVE || this == NEGATIVE;
    }

    /** The sign of −x. */
    public Sign negate() {
        return switch (this) {
            case POSITIVE -> NEGATIVE;
            case NONNEGATIVE -> NONPOSITIVE;
            case ZERO -> ZERO;
            case NONPOSITIVE -> NONNEGATIVE;
            case NEGATIVE -> POSITIVE;
            case UNKNOWN -> UNKNOWN;
        };
    }

    /** The sign of x + y. */
    public Sign plus(Sign y) {
        if (this == ZERO) {
            return y;
        }
        if (y == ZERO) {
            return this;
        }
        if (isKnownNonnegative() && y.isKnownNonnegative()) {
            return this == POSITIVE || y == POSITIVE ? POSITIVE : NONNEGATIVE;
        }
        if (isKnownNonpositive() && y.isKnownNonpositive()) {
            return this == NEGATIVE || y == NEGATIVE ? NEGATIVE : NONPOSITIVE;
        }
        return UNKNOWN;
    }

    /** The sign of x · y. */
    public Sign times(Sign y) {
        if (this == ZERO || y == ZERO) {
            return ZERO;
        }
        if (this == UNKNOWN || y == UNKNOWN) {
            return UNKNOWN;
        }
        boolean strict = isKnownNonzero() && y.isKnownNonzero();
        if (isKnownNonnegative() == y.isKnownNonnegative()) {
            return strict ? POSITIVE : NONNEGATIVE;
        }
        return strict ? NEGATIVE : NONPOSITIVE;
    }
}

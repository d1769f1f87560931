package io.heddle.term;

/**
 * The numbers between two bounds. A bound may be missing (null) or excluded.
 *
 * @param low greatest known lower bound, or null
 * @param lowOpen true if {@code low} itself is left out
 * @param high least known upper bound, or null
 * @param highOpen true if {@code high} itself is left out
 */
record Interval(Rational low, boolean lowOpen, Rational high, boolean highOpen) {
    static final Interval ALL = new Interval(null, false, null, false);

    boolean isEmpty() {
        if (low == null || high == null) {
            return false;
        }
        int order = low.compareTo(high);
        return order > 0 || order == 0 && (lowOpen || highOpen);
    }

    Interval above(Rational bound, boolean open) {
        int order = low == null ? 1 : bound.compareTo(low);
        return order < 0 || order == 0 && (lowOpen || !open)
                ? this
                : new Interval(bound, open, high, highOpen);
    }

    Interval below(Rational bound, boolean open) {
        int order = high == null ? -1 : bound.compareTo(high);
        return order > 0 || order == 0 && (highOpen || !open)
                ? this
                : new Interval(low, lowOpen, bound, open);
    }

    /** The same interval for an integer: both bounds become integers that it includes. */
    Interval ofIntegers() {
        Rational least = low == null ? null : Rational.of(low.floor());
        if (least != null && (lowOpen || !least.equals(low))) {
            least = least.add(Rational.ONE);
        }
        Rational greatest = high == null ? null : Rational.of(high.floor());
        if (greatest != null && highOpen && greatest.equals(high)) {
            greatest = greatest.subtract(Rational.ONE);
        }
        return new Interval(least, false, greatest, false);
    }

    /**
     * The relations (&lt;, =, &gt;) that a number in this interval can have to {@code c}; see
     * {@link Facts}.
     */
    int relations(Rational c) {
        int below = low == null ? -1 : low.compareTo(c);
        int above = high == null ? 1 : high.compareTo(c);
        int possible = 0;
        if (below < 0) {
            possible |= Facts.LESS;
        }
        if (above > 0) {
            possible |= Facts.GREATER;
        }
        if ((below < 0 || below == 0 && !lowOpen) && (above > 0 || above == 0 && !highOpen)) {
            possible |= Facts.EQUAL;
        }
        return possible;
    }
}

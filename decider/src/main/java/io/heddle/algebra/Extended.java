package io.heddle.algebra;

/**
 * A value that may be infinite or NaN, by cases: three disjoint conditions as numbers 0 or 1 (see
 * {@link Comparisons}), and the value where none of them holds. Ring laws are applied to the last
 * only.
 *
 * @param negative 1 where the value is −∞
 * @param positive 1 where it is +∞
 * @param nan 1 where it is NaN
 * @param form the value where it is finite
 */
public record Extended(Polynomial negative, Polynomial positive, Polynomial nan, Polynomial form) {
    static final Extended NEG_INF =
            new Extended(Polynomial.ONE, Polynomial.ZERO, Polynomial.ZERO, Polynomial.ZERO);
    static final Extended POS_INF =
            new Extended(Polynomial.ZERO, Polynomial.ONE, Polynomial.ZERO, Polynomial.ZERO);
    static final Extended NAN =
            new Extended(Polynomial.ZERO, Polynomial.ZERO, Polynomial.ONE, Polynomial.ZERO);

    static Extended finite(Polynomial form) {
        return new Extended(Polynomial.ZERO, Polynomial.ZERO, Polynomial.ZERO, form);
    }

    /** True if the form shows that the value is finite on every input. */
    public boolean isFinite() {
        return negative.isZero() && positive.isZero() && nan.isZero();
    }

    /** 1 where the value is finite. */
    public Polynomial finite() {
        return Polynomial.ONE.subtract(negative).subtract(positive).subtract(nan);
    }

    Extended negate() {
        return new Extended(/* negative= */ positive, /* positive= */ negative, nan, form.negate());
    }
}

package io.heddle.term;

/**
 * The class flags that an operation gives its result, from those of its operands (see {@link
 * TermStore}). The flags of sign and of being an integer hold wherever the value is a number.
 */
final class TermClass {
    static final int NON_FINITE =
            TermStore.MAY_NEG_INF
                    | TermStore.MAY_POS_INF
                    | TermStore.MAY_NAN
                    | TermStore.MAY_UNDEFINED;

    private static final int SIGN = TermStore.NONNEGATIVE | TermStore.POSITIVE;
    private static final int SHARED =
            TermStore.INTEGER | TermStore.CLOSED | TermStore.NONNEGATIVE | TermStore.POSITIVE;

    private TermClass() {}

    /** Of a number with this sign (−1, 0, 1). */
    static int ofSign(int signum) {
        return signum > 0 ? SIGN : signum == 0 ? TermStore.NONNEGATIVE : 0;
    }

    /** Of a sum, as far as it does not concern infinities. */
    static int sum(int fa, int fb) {
        int flags = fa & fb & SHARED | (fa | fb) & TermStore.PARTIAL;
        return (flags & TermStore.NONNEGATIVE) != 0
                ? flags | (fa | fb) & TermStore.POSITIVE
                : flags;
    }

    /** Of a difference. */
    static int difference(int fa, int fb) {
        return fa & fb & (TermStore.INTEGER | TermStore.CLOSED) | (fa | fb) & TermStore.PARTIAL;
    }

    /** Of a product. */
    static int product(int fa, int fb, boolean square) {
        int flags = fa & fb & SHARED | (fa | fb) & TermStore.PARTIAL;
        return square ? flags | TermStore.NONNEGATIVE : flags;
    }

    /** Of a quotient whose denominator, where it is defined, is not 0. */
    static int quotient(int fa, int fb) {
        int flags = fa & fb & TermStore.CLOSED | (fa | fb) & TermStore.PARTIAL;
        return (fb & TermStore.NONNEGATIVE) != 0 ? flags | fa & SIGN : flags;
    }

    /** Which infinities and NaN a sum may be. */
    static int sumNonFinite(int fa, int fb) {
        int flags = (fa | fb) & NON_FINITE;
        if ((fa & TermStore.MAY_NEG_INF) != 0 && (fb & TermStore.MAY_POS_INF) != 0
                || (fa & TermStore.MAY_POS_INF) != 0 && (fb & TermStore.MAY_NEG_INF) != 0) {
            flags |= TermStore.MAY_NAN;
        }
        return flags;
    }

    /** Which infinities and NaN the negative of a value may be. */
    static int negated(int f) {
        int flags = f & (TermStore.MAY_NAN | TermStore.MAY_UNDEFINED);
        if ((f & TermStore.MAY_NEG_INF) != 0) {
            flags |= TermStore.MAY_POS_INF;
        }
        if ((f & TermStore.MAY_POS_INF) != 0) {
            flags |= TermStore.MAY_NEG_INF;
        }
        return flags;
    }

    /** Of 2^a. */
    static int power(int f) {
        return f
                        & (TermStore.MAY_POS_INF
                                | TermStore.MAY_NAN
                                | TermStore.MAY_UNDEFINED
                                | TermStore.CLOSED
                                | TermStore.PARTIAL)
                | ((f & TermStore.MAY_NEG_INF) != 0 ? TermStore.NONNEGATIVE : SIGN);
    }

    /** Of a root or a logarithm: −∞ gives NaN. */
    static int positiveDomain(int f) {
        return f
                        & (TermStore.MAY_POS_INF
                                | TermStore.MAY_NAN
                                | TermStore.MAY_UNDEFINED
                                | TermStore.CLOSED
                                | TermStore.PARTIAL)
                | ((f & TermStore.MAY_NEG_INF) != 0 ? TermStore.MAY_NAN : 0);
    }

    /** Of |a|. */
    static int absolute(int f) {
        return f
                        & (TermStore.MAY_NAN
                                | TermStore.MAY_UNDEFINED
                                | TermStore.INTEGER
                                | TermStore.CLOSED
                                | TermStore.PARTIAL
                                | TermStore.POSITIVE)
                | ((f & (TermStore.MAY_NEG_INF | TermStore.MAY_POS_INF)) != 0
                        ? TermStore.MAY_POS_INF
                        : 0)
                | TermStore.NONNEGATIVE;
    }

    /** Of a rounded to an integer. */
    static int rounded(int f) {
        return f & (NON_FINITE | TermStore.CLOSED | TermStore.PARTIAL | TermStore.NONNEGATIVE)
                | TermStore.INTEGER;
    }

    /** Of the greater or the lesser of two values, the number where one is NaN. */
    static int extremum(boolean max, int fa, int fb) {
        int flags =
                (fa | fb)
                                & (TermStore.MAY_NEG_INF
                                        | TermStore.MAY_POS_INF
                                        | TermStore.MAY_UNDEFINED
                                        | TermStore.PARTIAL)
                        | (fa & fb & (SHARED | TermStore.MAY_NAN));
        if (((fa | fb) & TermStore.MAY_NAN) == 0) {
            // max is −∞ only if both are, +∞ if either is
            int both = max ? TermStore.MAY_NEG_INF : TermStore.MAY_POS_INF;
            flags = flags & ~both | (fa & fb & both);
            if (max) {
                flags |= (fa | fb) & SIGN;
            }
        }
        return flags;
    }

    /** Of a choice. */
    static int choice(int condition, int then, int otherwise) {
        return then & otherwise & (SHARED & ~TermStore.CLOSED | TermStore.CLOSED & condition)
                | (then | otherwise) & TermStore.PARTIAL
                | (then | otherwise | condition & TermStore.MAY_UNDEFINED) & NON_FINITE;
    }

    /** Of a comparison. */
    static int comparison(int fa, int fb) {
        return (fa | fb) & TermStore.MAY_UNDEFINED | fa & fb & TermStore.CLOSED;
    }
}

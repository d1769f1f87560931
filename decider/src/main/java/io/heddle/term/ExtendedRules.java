package io.heddle.term;

/** The laws of ±∞, NaN and undefined values: operations on terms that may be such. */
final class ExtendedRules extends TermRules {
    ExtendedRules(TermStore store) {
        super(store);
    }

    /** a + b. */
    int sum(int a, int b, int fa, int fb) {
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed;
        }
        if ((a == negInf && b == posInf) || (a == posInf && b == negInf)) {
            return nan; // ∞ − ∞ -> NaN
        }
        if ((a == negInf || a == posInf) && isNumber(b)) {
            return a; // ±∞ + finite -> ±∞
        }
        if ((b == negInf || b == posInf) && isNumber(a)) {
            return b;
        }
        if (a == b && (a == negInf || a == posInf)) {
            return a;
        }
        int flags = TermClass.sumNonFinite(fa, fb) | TermClass.sum(fa, fb);
        return a <= b ? intern(Op.ADD, flags, a, b, 0) : intern(Op.ADD, flags, b, a, 0);
    }

    /** a · b. */
    int product(int a, int b, int fa, int fb) {
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed;
        }
        if (a == negInf || a == posInf) {
            int sign = knownSign(b);
            if (sign != UNKNOWN_SIGN) {
                return sign == 0
                        ? nan
                        : (sign > 0) == (a == posInf) ? posInf : negInf; // 0 · ∞ -> NaN
            }
        }
        if (b == negInf || b == posInf) {
            int sign = knownSign(a);
            if (sign != UNKNOWN_SIGN) {
                return sign == 0 ? nan : (sign > 0) == (b == posInf) ? posInf : negInf;
            }
        }
        int flags =
                (fa | fb) & (MAY_UNDEFINED | PARTIAL)
                        | (fa & fb & (CLOSED | NONNEGATIVE))
                        | (a == b ? NONNEGATIVE : 0);
        int scale = isFinite(a) ? knownSign(a) : isFinite(b) ? knownSign(b) : UNKNOWN_SIGN;
        int scaled = isFinite(a) ? fb : fa;
        if (scale == 1) {
            flags |= scaled & NON_FINITE; // a positive constant keeps the infinities
        } else if (scale == -1) {
            flags |= TermClass.negated(scaled); // a negative one swaps them
        } else {
            flags |= MAY_NAN | MAY_NEG_INF | MAY_POS_INF;
        }
        return a <= b ? intern(Op.MUL, flags, a, b, 0) : intern(Op.MUL, flags, b, a, 0);
    }

    /** a / b. */
    int quotient(int a, int b, int fa, int fb) {
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed;
        }
        boolean infiniteA = a == negInf || a == posInf;
        boolean infiniteB = b == negInf || b == posInf;
        if (infiniteA && infiniteB) {
            return nan; // ∞ / ∞ -> NaN
        }
        if (infiniteB && isNumber(a)) {
            return zero; // finite / ∞ -> 0
        }
        if (infiniteA) {
            int sign = knownSign(b);
            if (sign == 1 || sign == -1) {
                return (sign > 0) == (a == posInf) ? posInf : negInf;
            }
        }
        int flags =
                ((fa | fb) & (MAY_UNDEFINED | PARTIAL))
                        | (fa & fb & CLOSED)
                        | MAY_NAN
                        | MAY_NEG_INF
                        | MAY_POS_INF
                        | ((fb & POSITIVE) != 0 ? 0 : PARTIAL);
        return intern(Op.DIV, flags, a, b, 0);
    }

    /** The sign of a constant or of a term that is positive by its operation, else UNKNOWN_SIGN. */
    private int knownSign(int t) {
        switch (op(t)) {
            case RATIONAL:
            case LITERAL:
                return rationalValue(t).signum();
            case POS_INF:
            case CONSTANT:
                return 1;
            case NEG_INF:
                return -1;
            default:
                return UNKNOWN_SIGN;
        }
    }

    int extremumOrNan(Op op, int a, int b) {
        int absorbed = absorb(a, b);
        if (a == b || absorbed != 0) {
            return a == b ? a : absorbed;
        }
        int either = flags(a) | flags(b);
        if ((either & MAY_NAN) != 0) {
            int number = store.and(store.eq(a, a), store.eq(b, b)); // a = a but where a is NaN
            return store.ite(number, op == Op.MAX ? store.max(a, b) : store.min(a, b), nan);
        }
        if ((either & PARTIAL) == 0) {
            return op == Op.MAX ? store.max(a, b) : store.min(a, b);
        }
        int flags = TermClass.extremum(op == Op.MAX, flags(a), flags(b)) | SECOND_KIND;
        return a <= b ? intern(op, flags, a, b, 1) : intern(op, flags, b, a, 1);
    }

    int roundedOrZero(Op op, int a) {
        if (isTotal(a) || isClosed(a)) {
            return store.rounded(op, a);
        }
        boolean isRounded = op(a).isRounding() && c(a) == 0;
        int flags = TermClass.rounded(flags(a)) | SECOND_KIND;
        return intern(isRounded ? op(a) : op, flags, isRounded ? a(a) : a, 0, 1);
    }
}

package io.heddle.term;

/** The simplifications of comparisons, connectives and choices that {@link TermStore} documents. */
final class ConditionRules extends TermRules {
    ConditionRules(TermStore store) {
        super(store);
    }

    int ite(int condition, int then, int otherwise) {
        if (condition == trueTerm || then == otherwise) {
            return then;
        }
        if (condition == falseTerm) {
            return otherwise;
        }
        Op op = op(condition);
        if (op == Op.UNDEFINED) {
            return condition;
        }
        if (op == Op.NOT) {
            return ite(a(condition), otherwise, then);
        }
        if (then == trueTerm && otherwise == falseTerm) {
            return condition;
        }
        boolean undefined = op(then) == Op.UNDEFINED || op(otherwise) == Op.UNDEFINED;
        if (!undefined && (op(then).isCondition() || op(otherwise).isCondition())) {
            return or(and(condition, then), and(not(condition), otherwise));
        }
        int flags = TermClass.choice(flags(condition), flags(then), flags(otherwise));
        if (op == Op.LT || op == Op.LE) {
            int extremum = extremum(condition, then, otherwise);
            if (extremum != 0) {
                return extremum;
            }
        }
        return intern(Op.ITE, flags, condition, then, otherwise);
    }

    /**
     * The choice between the operands of a comparison x &lt; y as their min or max, or 0. Where x
     * or y is outside its domain the comparison is false, and the choice is {@code otherwise}.
     */
    private int extremum(int condition, int then, int otherwise) {
        int x = a(condition);
        int y = b(condition);
        boolean least = then == x && otherwise == y; // ite(x < y, x, y) -> store.min(x, y)
        boolean greatest = then == y && otherwise == x; // ite(x < y, y, x) -> store.max(x, y)
        if (!least && !greatest
                || ((flags(x) | flags(y)) & (MAY_NAN | MAY_UNDEFINED)) != 0
                || (flags(x) & flags(y) & PARTIAL) != 0) {
            return 0;
        }
        if (isTotal(otherwise)) { // the number, where `then` is NaN
            return least ? store.min(then, otherwise) : store.max(then, otherwise);
        }
        return least ? store.minOrNan(then, otherwise) : store.maxOrNan(then, otherwise);
    }

    int lt(int a, int b) {
        return compare(Op.LT, a, b);
    }

    int le(int a, int b) {
        return compare(Op.LE, a, b);
    }

    int eq(int a, int b) {
        return a <= b ? compare(Op.EQ, a, b) : compare(Op.EQ, b, a);
    }

    /** Known sign of a − b for constants and infinities, else UNKNOWN_SIGN. */
    private int order(int a, int b) {
        if (isRational(a) && isRational(b)) {
            return rationalValue(a).compareTo(rationalValue(b));
        }
        boolean ordered = ((flags(a) | flags(b)) & (MAY_NAN | MAY_UNDEFINED | PARTIAL)) == 0;
        if (!ordered) {
            return UNKNOWN_SIGN;
        }
        if (a == b) {
            return 0;
        }
        if (a == negInf && (flags(b) & MAY_NEG_INF) == 0
                || b == posInf && (flags(a) & MAY_POS_INF) == 0) {
            return -1;
        }
        if (a == posInf && (flags(b) & MAY_POS_INF) == 0
                || b == negInf && (flags(a) & MAY_NEG_INF) == 0) {
            return 1;
        }
        return UNKNOWN_SIGN;
    }

    private int compare(Op op, int a, int b) {
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed == nan ? falseTerm : absorbed;
        }
        if (op == Op.EQ && DistinctReads.areApart(store, a, b)) {
            return falseTerm;
        }
        int order = order(a, b);
        if (order != UNKNOWN_SIGN) {
            return store.condition(op == Op.EQ ? order == 0 : op == Op.LT ? order < 0 : order <= 0);
        }
        if (isRational(a) && isChoiceOfNumbers(b)) { // k = ite(c, k, n) -> c
            return ite(a(b), compare(op, a, b(b)), compare(op, a, c(b)));
        }
        if (isRational(b) && isChoiceOfNumbers(a)) {
            return ite(a(a), compare(op, b(a), b), compare(op, c(a), b));
        }
        return intern(op, TermClass.comparison(flags(a), flags(b)), a, b, 0);
    }

    private boolean isChoiceOfNumbers(int t) {
        return op(t) == Op.ITE
                && (flags(t) & MAY_UNDEFINED) == 0
                && isRational(b(t))
                && isRational(c(t));
    }

    int not(int a) {
        switch (op(a)) {
            case TRUE:
                return falseTerm;
            case FALSE:
                return trueTerm;
            case NOT:
                return a(a);
            case UNDEFINED:
                return a;
            case LT:
                if (((flags(a(a)) | flags(b(a))) & (MAY_NAN | PARTIAL)) == 0) {
                    return le(b(a), a(a)); // ¬(x < y) -> y ≤ x, neither NaN
                }
                break;
            case LE:
                if (((flags(a(a)) | flags(b(a))) & (MAY_NAN | PARTIAL)) == 0) {
                    return lt(b(a), a(a));
                }
                break;
            default:
                break;
        }
        return intern(Op.NOT, flags(a) & (MAY_UNDEFINED | CLOSED), a, 0, 0);
    }

    int and(int a, int b) {
        return connective(Op.AND, a, b, trueTerm, falseTerm);
    }

    int or(int a, int b) {
        return connective(Op.OR, a, b, falseTerm, trueTerm);
    }

    /**
     * Conjunction or disjunction.
     *
     * @param unit with which the other operand is the result
     * @param absorbing with which it is the result itself
     */
    private int connective(Op op, int a, int b, int unit, int absorbing) {
        if (a == b || b == unit || a == absorbing) {
            return a;
        }
        if (a == unit || b == absorbing) {
            return b;
        }
        if (not(a) == b) {
            return absorbing; // x ∧ ¬x -> false, x ∨ ¬x -> true
        }
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed;
        }
        int flags = (flags(a) | flags(b)) & MAY_UNDEFINED | flags(a) & flags(b) & CLOSED;
        return a <= b ? intern(op, flags, a, b, 0) : intern(op, flags, b, a, 0);
    }
}

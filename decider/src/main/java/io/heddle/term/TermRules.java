package io.heddle.term;

/** What the families of rules share: the parts of terms, and a way to make new ones. */
abstract class TermRules {
    static final int MAY_NEG_INF = TermNodes.MAY_NEG_INF;
    static final int MAY_POS_INF = TermNodes.MAY_POS_INF;
    static final int MAY_NAN = TermNodes.MAY_NAN;
    static final int MAY_UNDEFINED = TermNodes.MAY_UNDEFINED;
    static final int NON_FINITE = TermNodes.NON_FINITE;
    static final int INTEGER = TermNodes.INTEGER;
    static final int CLOSED = TermNodes.CLOSED;
    static final int PARTIAL = TermNodes.PARTIAL;
    static final int NONNEGATIVE = TermNodes.NONNEGATIVE;
    static final int POSITIVE = TermNodes.POSITIVE;
    static final int SECOND_KIND = TermNodes.SECOND_KIND;

    /** Of a sign that is not known: none of −1, 0 and 1. */
    static final int UNKNOWN_SIGN = 2;

    final TermStore store;
    final int zero;
    final int one;
    final int minusOne;
    final int negInf;
    final int posInf;
    final int nan;
    final int trueTerm;
    final int falseTerm;

    TermRules(TermStore store) {
        this.store = store;
        zero = store.zero();
        one = store.one();
        minusOne = store.minusOne();
        negInf = store.negInf();
        posInf = store.posInf();
        nan = store.nan();
        trueTerm = store.trueTerm();
        falseTerm = store.falseTerm();
    }

    final Op op(int t) {
        return store.op(t);
    }

    final int flags(int t) {
        return store.flags(t);
    }

    final int a(int t) {
        return store.a(t);
    }

    final int b(int t) {
        return store.b(t);
    }

    final int c(int t) {
        return store.c(t);
    }

    final int intern(Op op, int flags, int a, int b, int c) {
        return store.intern(op, flags, a, b, c);
    }

    final Rational rationalValue(int t) {
        return store.rationalValue(t);
    }

    final boolean isRational(int t) {
        return store.isRational(t);
    }

    final boolean isTotal(int t) {
        return store.isTotal(t);
    }

    final boolean isFinite(int t) {
        return store.isFinite(t);
    }

    final boolean isClosed(int t) {
        return store.isClosed(t);
    }

    final boolean isNumber(int t) {
        return store.isNumber(t);
    }

    final int rational(Rational r) {
        return store.rational(r);
    }

    /** The undefined or NaN operand that absorbs the other, or 0. */
    final int absorb(int a, int b) {
        if (op(a) == Op.UNDEFINED) {
            return a;
        }
        if (op(b) == Op.UNDEFINED) {
            return b;
        }
        if (a == nan && !store.mayBeUndefined(b) || b == nan && !store.mayBeUndefined(a)) {
            return nan;
        }
        return 0;
    }
}

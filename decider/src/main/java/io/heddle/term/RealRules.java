package io.heddle.term;

import java.math.BigInteger;

/**
 * The simplifications of operations on finite terms that {@link TermStore} documents: units,
 * constants, the order of commutative operands. Where an operand may be infinite or NaN {@link
 * ExtendedRules} takes over.
 */
final class RealRules extends TermRules {
    private final ExtendedRules extended;

    RealRules(TermStore store, ExtendedRules extended) {
        super(store);
        this.extended = extended;
    }

    int add(int a, int b) {
        if (a == zero) {
            return b; // 0 + b -> b
        }
        if (b == zero) {
            return a; // a + 0 -> a
        }
        int fa = flags(a);
        int fb = flags(b);
        if (((fa | fb) & NON_FINITE) != 0) {
            return extended.sum(a, b, fa, fb);
        }
        if ((fa & fb & CLOSED) != 0) {
            int folded = foldClosed(Op.ADD, a, b);
            if (folded != 0) {
                return folded;
            }
        }
        // a + b and b + a share one id
        int flags = TermClass.sum(fa, fb);
        return a <= b ? intern(Op.ADD, flags, a, b, 0) : intern(Op.ADD, flags, b, a, 0);
    }

    int sub(int a, int b) {
        if (b == zero) {
            return a; // a − 0 -> a
        }
        int fa = flags(a);
        int fb = flags(b);
        if (((fa | fb) & NON_FINITE) != 0) {
            return add(a, neg(b));
        }
        if (a == b && (fa & PARTIAL) == 0) {
            return zero; // t − t -> 0, t finite
        }
        if (a == zero) {
            return neg(b); // 0 − b -> −b
        }
        if ((fa & fb & CLOSED) != 0) {
            int folded = foldClosed(Op.SUB, a, b);
            if (folded != 0) {
                return folded;
            }
        }
        return intern(Op.SUB, TermClass.difference(fa, fb), a, b, 0);
    }

    int keptDifference(int a) {
        int difference = sub(a, a);
        return difference == zero && (flags(a) & CLOSED) == 0
                ? intern(Op.SUB, TermClass.difference(flags(a), flags(a)), a, a, 0)
                : difference;
    }

    int neg(int a) {
        switch (op(a)) {
            case RATIONAL:
                return rational(rationalValue(a).negate());
            case LITERAL:
                return store.literal(
                        store.literalFormat(a),
                        store.literalBits(a) ^ (1L << (store.literalFormat(a).bits() - 1)));
            case NEG:
                return a(a); // −(−x) -> x
            case SUB:
                return sub(b(a), a(a)); // −(x − y) -> y − x
            case NEG_INF:
                return posInf;
            case POS_INF:
                return negInf;
            case NAN:
            case UNDEFINED:
                return a;
            default:
                int kept = INTEGER | CLOSED | PARTIAL | TermNodes.MADE_OF_LITERALS;
                int flags = TermClass.negated(flags(a)) | flags(a) & kept;
                return intern(Op.NEG, flags, a, 0, 0);
        }
    }

    int mul(int a, int b) {
        if (a == one) {
            return b; // 1 · b -> b
        }
        if (b == one) {
            return a; // a · 1 -> a
        }
        int fa = flags(a);
        int fb = flags(b);
        if (((fa | fb) & NON_FINITE) != 0) {
            return extended.product(a, b, fa, fb);
        }
        if ((a == zero || b == zero) && ((fa | fb) & PARTIAL) == 0) {
            return zero; // 0 · finite -> 0
        }
        if (a == minusOne) {
            return neg(b);
        }
        if (b == minusOne) {
            return neg(a);
        }
        if ((fa & fb & CLOSED) != 0) {
            int folded = foldClosed(Op.MUL, a, b);
            if (folded != 0) {
                return folded;
            }
        }
        int flags = TermClass.product(fa, fb, a == b);
        return a <= b ? intern(Op.MUL, flags, a, b, 0) : intern(Op.MUL, flags, b, a, 0);
    }

    int div(int a, int b) {
        if (b == one) {
            return a; // a / 1 -> a
        }
        int fa = flags(a);
        int fb = flags(b);
        if (((fa | fb) & NON_FINITE) != 0) {
            return extended.quotient(a, b, fa, fb);
        }
        if (b == zero) {
            int flags = fa & CLOSED | MAY_NEG_INF | MAY_POS_INF | MAY_NAN | PARTIAL;
            return a == zero ? nan : intern(Op.DIV, flags, a, b, 0);
        }
        if (op(b) == Op.RATIONAL) {
            return mul(a, rational(rationalValue(b).reciprocal())); // a / r -> a · (1/r)
        }
        if ((fa & fb & CLOSED) != 0) {
            int folded = foldClosed(Op.DIV, a, b);
            if (folded != 0) {
                return folded;
            }
        }
        int flags = TermClass.quotient(fa, fb);
        boolean defined = (fb & POSITIVE) != 0 || isPlain(b);
        return intern(Op.DIV, defined ? flags : flags | PARTIAL, a, b, 0);
    }

    int fma(int a, int b, int c) {
        int fa = flags(a);
        int fb = flags(b);
        int fc = flags(c);
        if (((fa | fb | fc) & NON_FINITE) != 0
                || c == zero
                || a == one
                || b == one
                || a == minusOne
                || b == minusOne) {
            return add(mul(a, b), c);
        }
        if (a == zero || b == zero || (fa & fb & CLOSED) != 0) {
            return add(mul(a, b), c);
        }
        int flags = TermClass.sum(TermClass.product(fa, fb, a == b), fc);
        return a <= b ? intern(Op.FMA, flags, a, b, c) : intern(Op.FMA, flags, b, a, c);
    }

    int exp2(int a) {
        switch (op(a)) {
            case NEG_INF:
                return zero; // 2^−∞ -> 0
            case POS_INF:
            case NAN:
            case UNDEFINED:
                return a;
            case RATIONAL:
                Rational r = rationalValue(a);
                if (r.isInteger() && r.isSmall() && Math.abs(r.smallNumerator()) <= 4096) {
                    return rational(Rational.powerOfTwo((int) r.smallNumerator()));
                }
                return intern(Op.EXP2, TermClass.power(CLOSED), a, 0, 0);
            default:
                return intern(Op.EXP2, TermClass.power(flags(a)), a, 0, 0);
        }
    }

    int log2(int a) {
        return logarithm(a, 0);
    }

    int log2OfBase(int a) {
        return logarithm(a, 1);
    }

    private int logarithm(int a, int kind) {
        int outside = outsideNonnegative(a);
        if (outside != 0) {
            return outside;
        }
        if (op(a) == Op.RATIONAL) {
            Rational r = rationalValue(a);
            if (r.isZero()) {
                return negInf; // log 0 -> −∞
            }
            BigInteger n = r.numerator();
            BigInteger d = r.denominator();
            if (n.bitCount() == 1 && d.bitCount() == 1) {
                return store.integer(n.bitLength() - d.bitLength()); // log2 2^n -> n
            }
            return intern(Op.LOG2, CLOSED, a, 0, 0);
        }
        int f = flags(a);
        if ((f & POSITIVE) != 0) {
            return intern(Op.LOG2, TermClass.positiveDomain(f), a, 0, 0);
        }
        int flags = TermClass.positiveDomain(f) | PARTIAL;
        return intern(Op.LOG2, kind == 0 ? flags : flags | SECOND_KIND, a, 0, kind);
    }

    int sqrt(int a) {
        int outside = outsideNonnegative(a);
        if (outside != 0) {
            return outside;
        }
        if (op(a) == Op.RATIONAL) {
            Rational r = rationalValue(a);
            BigInteger n = r.numerator().sqrt();
            BigInteger d = r.denominator().sqrt();
            if (n.multiply(n).equals(r.numerator()) && d.multiply(d).equals(r.denominator())) {
                return rational(Rational.of(n, d));
            }
            return intern(Op.SQRT, CLOSED | TermClass.ofSign(r.signum()), a, 0, 0);
        }
        int f = flags(a);
        int flags = TermClass.positiveDomain(f) | f & POSITIVE | NONNEGATIVE;
        boolean defined = (f & NONNEGATIVE) != 0;
        return intern(Op.SQRT, defined ? flags : flags | PARTIAL, a, 0, 0);
    }

    /**
     * The logarithm and the square root of what is no non-negative real: +∞, NaN and undefined are
     * their own, −∞ and negative constants have NaN. Of any other operand 0.
     */
    private int outsideNonnegative(int a) {
        return switch (op(a)) {
            case POS_INF, NAN, UNDEFINED -> a;
            case NEG_INF -> nan;
            case RATIONAL -> rationalValue(a).signum() < 0 ? nan : 0;
            default -> 0;
        };
    }

    int max(int a, int b) {
        return extremum(Op.MAX, a, b, posInf, negInf);
    }

    int min(int a, int b) {
        return extremum(Op.MIN, a, b, negInf, posInf);
    }

    private int extremum(Op op, int a, int b, int top, int unit) {
        if (a == b) {
            return a; // max(x, x) -> x
        }
        if (op(a) == Op.UNDEFINED) {
            return a;
        }
        if (op(b) == Op.UNDEFINED) {
            return b;
        }
        if (a == nan || a == unit && (flags(b) & (MAY_NAN | PARTIAL)) == 0) {
            return b; // max(−∞, x) -> x
        }
        if (b == nan || b == unit && (flags(a) & (MAY_NAN | PARTIAL)) == 0) {
            return a;
        }
        if ((a == top || b == top) && ((flags(a) | flags(b)) & MAY_UNDEFINED) == 0) {
            return top; // max(+∞, x) -> +∞
        }
        if (isRational(a) && isRational(b)) {
            boolean aFirst = rationalValue(a).compareTo(rationalValue(b)) >= 0;
            return aFirst == (op == Op.MAX) ? a : b;
        }
        int flags = TermClass.extremum(op == Op.MAX, flags(a), flags(b));
        return a <= b ? intern(op, flags, a, b, 0) : intern(op, flags, b, a, 0);
    }

    int abs(int a) {
        switch (op(a)) {
            case RATIONAL:
                return rational(rationalValue(a).abs());
            case LITERAL:
                return store.literal(
                        store.literalFormat(a),
                        store.literalBits(a) & ~(1L << (store.literalFormat(a).bits() - 1)));
            case NEG:
                return abs(a(a)); // |−x| -> |x|
            case ABS:
            case EXP2:
            case SQRT:
                return a;
            case NEG_INF:
                return posInf;
            case POS_INF:
            case NAN:
            case UNDEFINED:
                return a;
            default:
                return intern(Op.ABS, TermClass.absolute(flags(a)), a, 0, 0);
        }
    }

    int rounded(Op op, int a) {
        if (store.isInteger(a) || !isFinite(a) && isClosed(a) && op(a).arity() == 0) {
            return a; // an integer, ±∞, NaN, undefined
        }
        if (isRational(a)) {
            return rational(op.round(rationalValue(a)));
        }
        return intern(op, TermClass.rounded(flags(a)), a, 0, 0);
    }

    /**
     * Folds an operation on two closed finite terms, or returns 0. Two rationals fold; what is made
     * of a LITERAL stays a node, so that constant recovery sees the literals: R·(R + R) is 1 where
     * R stands for √½. The exact value of such a node is known from its second operation on.
     */
    private int foldClosed(Op op, int a, int b) {
        boolean plain = isPlain(a) && isPlain(b);
        if (plain && (op(a) == Op.LITERAL || op(b) == Op.LITERAL)) {
            return 0;
        }
        ClosedValues values = store.closedValues();
        Rational x = values.of(a);
        Rational y = x == null ? null : values.of(b);
        Rational value = y == null ? null : ClosedValues.of(op, x, y);
        if (value == null) {
            return 0;
        }
        int fa = flags(a);
        int fb = flags(b);
        if (plain
                || value.isZero()
                || op == Op.DIV && (fb & POSITIVE) == 0
                || Math.max(values.depth(a), values.depth(b)) >= ClosedValues.DEEPEST) {
            return rational(value);
        }
        int flags =
                switch (op) {
                    case ADD -> TermClass.sum(fa, fb);
                    case SUB -> TermClass.difference(fa, fb);
                    case MUL -> TermClass.product(fa, fb, a == b);
                    default -> TermClass.quotient(fa, fb);
                };
        boolean swapped = a > b && (op == Op.ADD || op == Op.MUL);
        flags |= TermNodes.MADE_OF_LITERALS;
        return swapped ? intern(op, flags, b, a, 0) : intern(op, flags, a, b, 0);
    }

    private boolean isPlain(int t) {
        return op(t) == Op.RATIONAL || op(t) == Op.LITERAL;
    }
}

package io.heddle.refute;

import io.heddle.algebra.Sign;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.HashMap;
import java.util.Map;

/**
 * The sign of a term by its structure: 2^t &gt; 0, t·t ≥ 0, sums of one sign, ranges of symbols. It
 * sees squares that a form has multiplied out. Holds wherever the domain conditions of the term's
 * operations hold.
 */
public final class TermSigns {
    private final TermStore store;
    private final Map<Integer, Sign> known = new HashMap<>();

    /** Signs of the terms of {@code store}, which may grow. */
    public TermSigns(TermStore store) {
        this.store = store;
    }

    /** The sign that the structure of a term shows. */
    public Sign of(int root) {
        TermWalk.complete(root, known::containsKey, this::relevant, t -> known.put(t, sign(t)));
        return known.get(root);
    }

    /** The operands whose sign tells something of the sign of t. */
    private int[] relevant(int t) {
        if (!store.isFinite(t)) {
            return new int[0];
        }
        return switch (store.op(t)) {
            case ADD, SUB, MUL, DIV, NEG, FMA, SQRT, MAX, MIN -> store.operands(t);
            case ITE -> new int[] {store.b(t), store.c(t)};
            case RATIONAL,
                    LITERAL,
                    CONSTANT,
                    NEG_INF,
                    POS_INF,
                    NAN,
                    UNDEFINED,
                    ELEMENT,
                    EXP2,
                    LOG2,
                    ABS,
                    FLOOR,
                    CEIL,
                    TRUNC,
                    RINT,
                    APPLY,
                    ARGS,
                    TRUE,
                    FALSE,
                    LT,
                    LE,
                    EQ,
                    NOT,
                    AND,
                    OR ->
                    new int[0];
        };
    }

    private Sign a(int t) {
        return known.get(store.a(t));
    }

    private Sign b(int t) {
        return known.get(store.b(t));
    }

    private Sign c(int t) {
        return known.get(store.c(t));
    }

    private Sign sign(int t) {
        if (!store.isFinite(t)) {
            return Sign.UNKNOWN;
        }
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> Sign.of(store.rationalValue(t).signum());
            case CONSTANT, EXP2 -> Sign.POSITIVE;
            case ELEMENT -> range(store.symbolOf(t));
            case ADD -> a(t).plus(b(t));
            case SUB -> a(t).plus(b(t).negate());
            case NEG -> a(t).negate();
            case MUL -> product(t);
            case FMA -> product(t).plus(c(t));
            case DIV -> quotient(t);
            case SQRT -> a(t) == Sign.POSITIVE ? Sign.POSITIVE : Sign.NONNEGATIVE;
            case ABS -> Sign.NONNEGATIVE;
            case MAX -> greatest(a(t), b(t));
            case MIN -> greatest(a(t).negate(), b(t).negate()).negate();
            case ITE -> either(b(t), c(t));
            case LOG2, FLOOR, CEIL, TRUNC, RINT, APPLY, ARGS -> Sign.UNKNOWN;
            case NEG_INF, POS_INF, NAN, UNDEFINED -> Sign.UNKNOWN;
            case TRUE, FALSE, LT, LE, EQ, NOT, AND, OR -> Sign.UNKNOWN;
        };
    }

    private Sign product(int t) {
        if (store.a(t) == store.b(t)) {
            return a(t).isKnownNonzero() ? Sign.POSITIVE : Sign.NONNEGATIVE; // t·t ≥ 0
        }
        return a(t).times(b(t));
    }

    private Sign quotient(int t) {
        if (b(t).isKnownNonnegative()) {
            return a(t); // the denominator is not 0, hence positive
        }
        return b(t).isKnownNonpositive() ? a(t).negate() : Sign.UNKNOWN;
    }

    private static Sign greatest(Sign x, Sign y) {
        if (x == Sign.POSITIVE || y == Sign.POSITIVE) {
            return Sign.POSITIVE;
        }
        if (x.isKnownNonnegative() || y.isKnownNonnegative()) {
            return Sign.NONNEGATIVE;
        }
        return x == Sign.NEGATIVE && y == Sign.NEGATIVE ? Sign.NEGATIVE : Sign.UNKNOWN;
    }

    private static Sign either(Sign x, Sign y) {
        if (x == y) {
            return x;
        }
        if (x.isKnownNonnegative() && y.isKnownNonnegative()) {
            return Sign.NONNEGATIVE;
        }
        return x.isKnownNonpositive() && y.isKnownNonpositive() ? Sign.NONPOSITIVE : Sign.UNKNOWN;
    }

    private static Sign range(Symbol symbol) {
        Rational low = symbol.low();
        Rational high = symbol.high();
        if (low == null && !symbol.type().isFloat()) {
            low = symbol.type().minInteger();
        }
        if (low != null && low.signum() >= 0) {
            return low.signum() > 0 ? Sign.POSITIVE : Sign.NONNEGATIVE;
        }
        if (high != null && high.signum() <= 0) {
            return high.signum() < 0 ? Sign.NEGATIVE : Sign.NONPOSITIVE;
        }
        return Sign.UNKNOWN;
    }

    /** True for the operations that are undefined at some arguments. */
    public static boolean isPartial(Op op) {
        return op == Op.DIV || op == Op.SQRT || op == Op.LOG2;
    }
}

package io.heddle.evaluate;

import io.heddle.term.Op;

/**
 * The operations of terms on doubles. Conditions are 1 and 0; NaN, ±∞ as {@link
 * io.heddle.term.TermStore} says: max and min of a number and NaN give the number, a comparison
 * with NaN is false.
 */
final class DoubleFunctions {
    private static final double LN_2 = 0.6931471805599453;

    private DoubleFunctions() {}

    /** The value of {@code op} at x, y, z; those beyond its arity are ignored. */
    static double apply(Op op, double x, double y, double z) {
        return switch (op) {
            case ADD -> x + y;
            case SUB -> x - y;
            case MUL -> x * y;
            case DIV -> x / y;
            case NEG -> -x;
            case FMA -> x * y + z;
            case EXP2 -> Math.pow(2, x);
            case LOG2 -> log2(x);
            case SQRT -> Math.sqrt(x);
            case MAX -> x >= y || Double.isNaN(y) ? x : y;
            case MIN -> x <= y || Double.isNaN(y) ? x : y;
            case ABS -> Math.abs(x);
            case FLOOR -> Math.floor(x);
            case CEIL -> Math.ceil(x);
            case TRUNC -> x < 0 ? Math.ceil(x) : Math.floor(x);
            case RINT -> Math.rint(x);
            case ITE -> x == 1 ? y : z;
            case LT -> x < y ? 1 : 0;
            case LE -> x <= y ? 1 : 0;
            case EQ -> x == y ? 1 : 0;
            case NOT -> 1 - x;
            case AND -> Math.min(x, y);
            case OR -> Math.max(x, y);
            case TRUE, POS_INF -> op == Op.TRUE ? 1 : Double.POSITIVE_INFINITY;
            case FALSE, ARGS -> 0;
            case NEG_INF -> Double.NEGATIVE_INFINITY;
            case NAN, UNDEFINED -> Double.NaN;
            case RATIONAL, LITERAL, CONSTANT, ELEMENT, APPLY -> throw new AssertionError(op);
        };
    }

    /** Log2 x, exact at powers of two. */
    static double log2(double x) {
        if (x > 0 && x < Double.POSITIVE_INFINITY) {
            int e = Math.getExponent(x);
            if (x == Math.scalb(1.0, e)) {
                return e;
            }
        }
        return Math.log(x) / LN_2;
    }

    /**
     * Erf x, with an absolute error below 10^-14: 2/√π · e^(−x²) · Σ 2^n x^(2n+1) / (2n+1)!!, a sum
     * of positive terms.
     */
    static double erf(double x) {
        double magnitude = Math.abs(x);
        if (!(magnitude < 6)) {
            return Double.isNaN(x) ? x : Math.signum(x); // 1 − erf 6 < 3·10^-17
        }
        double term = magnitude;
        double sum = term;
        for (int n = 1; term > sum * 0x1p-55; n++) {
            term *= 2 * magnitude * magnitude / (2 * n + 1);
            sum += term;
        }
        double value = 2 / Math.sqrt(Math.PI) * Math.exp(-magnitude * magnitude) * sum;
        return x < 0 ? -value : value;
    }
}

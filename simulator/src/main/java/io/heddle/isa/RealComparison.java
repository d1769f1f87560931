package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.term.Exceptional;
import io.heddle.term.Op;
import io.heddle.term.TermStore;

/**
 * Comparison of floating-point numbers (PTX ISA 9.3.1, 9.7.5). If either operand is NaN, an ordered
 * operator is false, {@code ne} included, and an unordered one ({@code equ}, {@code ltu} …) is
 * true; {@code num} and {@code nan} test for NaN.
 *
 * <p>{@link Exceptional} gives the exact condition under which a term is NaN or infinite. It is
 * asked where a program tests for that: by {@code num} and {@code nan}, or by a comparison of a
 * term with itself or with an infinity.
 */
final class RealComparison {
    private RealComparison() {}

    /** The condition term of {@code a operator b}. */
    static int of(TermStore s, String operator, int a, int b) {
        if (s.op(a) == Op.UNDEFINED || s.op(b) == Op.UNDEFINED) {
            return s.eq(a, b);
        }
        return switch (operator) {
            case "num" -> s.not(isNan(s, a, b));
            case "nan" -> isNan(s, a, b);
            case "equ" -> s.not(ordered(s, "ne", a, b));
            case "neu" -> s.not(ordered(s, "eq", a, b));
            case "ltu" -> s.not(ordered(s, "ge", a, b));
            case "leu" -> s.not(ordered(s, "gt", a, b));
            case "gtu" -> s.not(ordered(s, "le", a, b));
            case "geu" -> s.not(ordered(s, "lt", a, b));
            default -> ordered(s, operator, a, b);
        };
    }

    /** The condition that either operand is NaN. */
    static int isNan(TermStore s, int a, int b) {
        return s.or(isNan(s, a), isNan(s, b));
    }

    /** The condition that {@code a} is NaN. */
    static int isNan(TermStore s, int a) {
        return s.op(a) == Op.UNDEFINED ? a : known(s.exceptional().isNan(a));
    }

    /** The condition that {@code a} is −∞ or +∞. */
    static int isInfinite(TermStore s, int a) {
        return s.op(a) == Op.UNDEFINED ? a : known(s.exceptional().isInfinite(a));
    }

    private static int known(int condition) {
        if (condition == Exceptional.UNKNOWN) {
            throw new UnsupportedPtxException(
                    "whether a value is NaN or infinite depends on the sign of a division by zero,"
                            + " or on the bits of a float");
        }
        return condition;
    }

    private static int ordered(TermStore s, String operator, int a, int b) {
        if (operator.equals("gt")) {
            return ordered(s, "lt", b, a);
        }
        if (operator.equals("ge")) {
            return ordered(s, "le", b, a);
        }
        boolean total = !s.mayBeExceptional(a) && !s.mayBeExceptional(b);
        if (!total && a == b) { // a number equals itself
            return operator.equals("eq") || operator.equals("le")
                    ? s.not(isNan(s, a))
                    : s.falseTerm();
        }
        if (!total && isInfinity(s, b) && !s.isTotal(a)) {
            return withInfinity(s, operator, a, b);
        }
        if (!total && isInfinity(s, a) && !s.isTotal(b)) {
            return withInfinity(s, reversed(operator), b, a);
        }
        return switch (operator) {
            case "eq" -> equal(s, a, b);
            case "ne" -> total ? s.not(equal(s, a, b)) : s.or(s.lt(a, b), s.lt(b, a));
            case "lt" -> s.lt(a, b);
            case "le" -> s.le(a, b);
            default -> throw new AssertionError(operator);
        };
    }

    private static boolean isInfinity(TermStore s, int t) {
        return t == s.posInf() || t == s.negInf();
    }

    private static String reversed(String operator) {
        return switch (operator) {
            case "lt" -> "gt";
            case "le" -> "ge";
            default -> operator;
        };
    }

    /** The condition term of {@code a operator ±∞}. */
    private static int withInfinity(TermStore s, String operator, int a, int infinity) {
        boolean up = infinity == s.posInf();
        Exceptional where = s.exceptional();
        if (operator.equals(up ? "gt" : "lt")) {
            return s.falseTerm();
        }
        if (operator.equals(up ? "le" : "ge")) {
            return s.not(isNan(s, a));
        }
        int equal = known(up ? where.isPositiveInfinity(a) : where.isNegativeInfinity(a));
        boolean same = operator.equals("eq") || operator.equals(up ? "ge" : "le");
        return same ? equal : s.and(s.not(isNan(s, a)), s.not(equal)); // ne, <, >
    }

    /**
     * The condition {@code a = b}. If one side chooses between constants and the other is one, that
     * is the condition of the choice, or its negation.
     */
    static int equal(TermStore s, int a, int b) {
        if (s.op(a) == Op.ITE && s.isRational(b)) {
            int x = s.b(a);
            int y = s.c(a);
            if ((s.isRational(x) || s.op(x) == Op.ITE) && (s.isRational(y) || s.op(y) == Op.ITE)) {
                return s.ite(s.a(a), equal(s, x, b), equal(s, y, b));
            }
        }
        if (s.op(b) == Op.ITE && s.isRational(a)) {
            return equal(s, b, a);
        }
        return s.eq(a, b);
    }
}

package io.heddle.evaluate;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The operations of terms on {@link Real}s: exact where operands are exact and the result is
 * rational, else bounds rounded outwards.
 */
final class RealArithmetic {
    private static final BigDecimal TENTH = new BigDecimal("0.1");

    private RealArithmetic() {}

    /** The value of {@code op} at its operands; those beyond its arity are ignored. */
    static Real apply(Op op, Real x, Real y, Real z) {
        return switch (op) {
            case ADD -> add(x, y);
            case SUB -> add(x, negate(y));
            case MUL -> multiply(x, y);
            case DIV -> divide(x, y);
            case NEG -> negate(x);
            case FMA -> add(multiply(x, y), z);
            case EXP2 -> RealFunctions.exp2(x);
            case LOG2 -> RealFunctions.log2(x);
            case SQRT -> RealFunctions.sqrt(x);
            case MAX -> max(x, y);
            case MIN -> negate(max(negate(x), negate(y)));
            case ABS -> abs(x);
            case FLOOR, CEIL, TRUNC, RINT -> round(op, x);
            case ITE -> ite(x, y, z);
            case LT, LE, EQ -> compare(op, x, y);
            case NOT -> not(x);
            case AND -> not(or(not(x), not(y)));
            case OR -> or(x, y);
            case TRUE -> Real.TRUE;
            case FALSE, ARGS -> Real.FALSE;
            case NEG_INF -> Real.NEGATIVE_INFINITY;
            case POS_INF -> Real.POSITIVE_INFINITY;
            case NAN -> Real.NAN;
            case UNDEFINED -> Real.UNKNOWN;
            case RATIONAL, LITERAL, CONSTANT, ELEMENT, APPLY -> throw new AssertionError(op);
        };
    }

    /**
     * The result of an operation one of whose operands is not a finite number, or null if both are.
     */
    static Real absorb(Real x, Real y) {
        if (x == Real.INVALID || y == Real.INVALID) {
            return Real.INVALID; // NaN, whatever the other is
        }
        if (x.isOutside() || y.isOutside()) {
            return Real.OUTSIDE;
        }
        if (x.kind() == Real.Kind.UNKNOWN || y.kind() == Real.Kind.UNKNOWN) {
            return Real.UNKNOWN;
        }
        return x.kind() == Real.Kind.NAN || y.kind() == Real.Kind.NAN ? Real.NAN : null;
    }

    static Real add(Real x, Real y) {
        if (x.isPole() || y.isPole()) {
            return addPoles(x, y);
        }
        Real absorbed = absorb(x, y);
        if (absorbed != null) {
            return absorbed;
        }
        if (x.isInfinite() || y.isInfinite()) {
            if (x.isInfinite() && y.isInfinite() && x != y) {
                return Real.NAN; // ∞ − ∞
            }
            return x.isInfinite() ? x : y;
        }
        if (x.exact() != null && y.exact() != null) {
            return Real.of(x.exact().add(y.exact()));
        }
        return Real.between(x.low().add(y.low(), Real.DOWN), x.high().add(y.high(), Real.UP));
    }

    private static Real addPoles(Real x, Real y) {
        if (x.isFinite() || y.isFinite()) {
            return x.isPole() ? x : y;
        }
        Real left = x.plain();
        Real right = y.plain();
        if (left.isInfinite() && right.isInfinite()) {
            return left == right ? pole(left.sign()) : Real.INVALID; // ∞ − ∞
        }
        return isNotANumber(x) || isNotANumber(y) ? Real.INVALID : Real.OUTSIDE;
    }

    /** The pole of this sign: 0 and 2 if it is not known. */
    static Real pole(int sign) {
        return sign == 1 ? Real.POSITIVE_POLE : sign == -1 ? Real.NEGATIVE_POLE : Real.POLE;
    }

    private static boolean isNotANumber(Real x) {
        return x == Real.INVALID || x == Real.NAN;
    }

    static Real negate(Real x) {
        return switch (x.kind()) {
            case NEGATIVE_POLE -> Real.POSITIVE_POLE;
            case POSITIVE_POLE -> Real.NEGATIVE_POLE;
            case NEGATIVE_INFINITY -> Real.POSITIVE_INFINITY;
            case POSITIVE_INFINITY -> Real.NEGATIVE_INFINITY;
            case FINITE ->
                    x.exact() != null
                            ? Real.of(x.exact().negate())
                            : Real.between(x.high().negate(), x.low().negate());
            case NAN, OUTSIDE, INVALID, POLE, UNKNOWN, TRUE, FALSE -> x;
        };
    }

    static Real multiply(Real x, Real y) {
        if (x.isPole() && (isNumber(y) || y.isPole()) || y.isPole() && isNumber(x)) {
            int left = signOf(x);
            int right = signOf(y);
            if (left == 0 || right == 0) {
                return Real.INVALID; // 0 · ∞
            }
            if (x.isFinite() && left == 2 || y.isFinite() && right == 2) {
                return Real.OUTSIDE;
            }
            return pole(left == 2 || right == 2 ? 2 : left * right);
        }
        Real absorbed = absorb(x, y);
        if (absorbed != null) {
            return absorbed;
        }
        if (x.isInfinite() || y.isInfinite()) {
            int sign = x.sign() * y.sign();
            if (Math.abs(sign) > 1) {
                return Real.UNKNOWN;
            }
            return sign == 0 ? Real.NAN : infinity(sign);
        }
        if (x.exact() != null && y.exact() != null) {
            return Real.of(x.exact().multiply(y.exact()));
        }
        if (x.sign() == 0 || y.sign() == 0) {
            return Real.ZERO;
        }
        return product(x.low(), x.high(), y.low(), y.high());
    }

    private static boolean isNumber(Real x) {
        return x.isFinite() || x.isInfinite();
    }

    /** The sign of a number or of a pole, 2 where it is not known. */
    static int signOf(Real x) {
        return x == Real.POLE ? 2 : x.plain().sign();
    }

    private static Real infinity(int sign) {
        return sign > 0 ? Real.POSITIVE_INFINITY : Real.NEGATIVE_INFINITY;
    }

    private static Real product(BigDecimal xl, BigDecimal xh, BigDecimal yl, BigDecimal yh) {
        BigDecimal ll = xl.multiply(yl);
        BigDecimal lh = xl.multiply(yh);
        BigDecimal hl = xh.multiply(yl);
        BigDecimal hh = xh.multiply(yh);
        return Real.between(
                ll.min(lh).min(hl).min(hh).round(Real.DOWN),
                ll.max(lh).max(hl).max(hh).round(Real.UP));
    }

    static Real divide(Real x, Real y) {
        if (y.isPole() && (isNumber(x) || x.isPole())) {
            return x.isFinite() ? Real.ZERO : Real.INVALID; // ∞/∞
        }
        if (x.isPole() && isNumber(y)) {
            int left = signOf(x);
            int right = y.sign();
            if (y.isInfinite()) {
                return Real.INVALID;
            }
            return pole(left == 2 || right == 2 ? 2 : left * right);
        }
        Real absorbed = absorb(x, y);
        if (absorbed != null) {
            return absorbed;
        }
        int sign = y.sign();
        if (sign == 0) {
            int numerator = x.sign();
            return numerator == 0 ? Real.INVALID : numerator == 2 ? Real.OUTSIDE : Real.POLE;
        }
        if (sign == 2) {
            return Real.UNKNOWN;
        }
        if (y.isInfinite()) {
            return x.isInfinite() ? Real.NAN : Real.ZERO;
        }
        if (x.isInfinite()) {
            return infinity(x.sign() * sign);
        }
        if (x.exact() != null && y.exact() != null) {
            return Real.of(x.exact().divide(y.exact()));
        }
        if (x.sign() == 0) {
            return Real.ZERO;
        }
        return product(
                x.low(),
                x.high(),
                BigDecimal.ONE.divide(y.high(), Real.DOWN),
                BigDecimal.ONE.divide(y.low(), Real.UP));
    }

    /** The extremum of the second kind: NaN where either operand is. */
    static Real extremumOrNan(Op op, Real x, Real y) {
        if (isNotANumber(x) || isNotANumber(y)) {
            return x == Real.INVALID || y == Real.INVALID ? Real.INVALID : Real.NAN;
        }
        boolean open = x == Real.OUTSIDE || y == Real.OUTSIDE;
        return open ? Real.OUTSIDE : apply(op, x, y, null);
    }

    static Real max(Real x, Real y) {
        if (isNotANumber(x) || isNotANumber(y)) {
            return numberOf(x, y);
        }
        if (x == Real.POSITIVE_POLE || y == Real.POSITIVE_POLE) {
            return Real.POSITIVE_POLE;
        }
        if (x == Real.NEGATIVE_POLE && (isNumber(y) || y.isPole())) {
            return y == Real.NEGATIVE_INFINITY ? x : y;
        }
        if (y == Real.NEGATIVE_POLE && (isNumber(x) || x.isPole())) {
            return x == Real.NEGATIVE_INFINITY ? y : x;
        }
        if (x.isOutside() || y.isOutside()) {
            return Real.OUTSIDE; // the other operand, or NaN
        }
        Real absorbed = absorb(x, y);
        if (absorbed != null) {
            return absorbed;
        }
        int order = Real.order(x, y);
        if (order != 2) {
            return order >= 0 ? x : y;
        }
        return Real.between(x.low().max(y.low()), x.high().max(y.high()));
    }

    /** Of a number and NaN, the number. */
    private static Real numberOf(Real x, Real y) {
        if (isNotANumber(x) && isNotANumber(y)) {
            return x == Real.INVALID || y == Real.INVALID ? Real.INVALID : Real.NAN;
        }
        Real other = isNotANumber(x) ? y : x;
        boolean invalid = x == Real.INVALID || y == Real.INVALID;
        boolean open = invalid && other.kind() == Real.Kind.UNKNOWN;
        return open ? Real.OUTSIDE : other;
    }

    static Real abs(Real x) {
        if (x.isPole()) {
            return Real.POSITIVE_POLE;
        }
        Real absorbed = absorb(x, x);
        if (absorbed != null) {
            return absorbed;
        }
        int sign = x.sign();
        if (sign != 2) {
            return sign >= 0 ? x : negate(x);
        }
        return Real.between(BigDecimal.ZERO, x.low().negate().max(x.high()));
    }

    private static Real round(Op op, Real x) {
        if (x.isOutside()) {
            return Real.OUTSIDE; // an integer register holds a number there
        }
        if (!x.isFinite()) {
            return x;
        }
        if (x.exact() != null) {
            return Real.of(op.round(x.exact()));
        }
        RoundingMode mode =
                switch (op) {
                    case FLOOR -> RoundingMode.FLOOR;
                    case CEIL -> RoundingMode.CEILING;
                    case TRUNC -> RoundingMode.DOWN;
                    default -> RoundingMode.HALF_EVEN;
                };
        if (x.high().precision() - x.high().scale() > Real.DIGITS
                || x.low().precision() - x.low().scale() > Real.DIGITS) {
            return Real.UNKNOWN;
        }
        BigDecimal low = toInteger(x.low(), mode);
        BigDecimal high = toInteger(x.high(), mode);
        return low.compareTo(high) == 0 ? Real.of(Rational.of(low)) : Real.between(low, high);
    }

    /**
     * The integer that a number is rounded to. Of a number like 2^(-9·10⁷) only the sign is looked
     * at: its decimals are tens of millions.
     */
    private static BigDecimal toInteger(BigDecimal x, RoundingMode mode) {
        boolean isTiny = x.precision() - x.scale() < 0; // less than a tenth
        BigDecimal alike = isTiny ? TENTH.multiply(BigDecimal.valueOf(x.signum())) : x;
        return alike.setScale(0, mode);
    }

    private static Real ite(Real condition, Real then, Real otherwise) {
        return switch (condition.kind()) {
            case TRUE -> then;
            case FALSE -> otherwise;
            case OUTSIDE, INVALID, POLE, NEGATIVE_POLE, POSITIVE_POLE -> Real.OUTSIDE;
            default -> Real.UNKNOWN;
        };
    }

    private static Real compare(Op op, Real x, Real y) {
        if (x == Real.INVALID || y == Real.INVALID || x == Real.NAN || y == Real.NAN) {
            return Real.FALSE; // a comparison with NaN
        }
        if (op == Op.EQ && (x.isPole() && y.isFinite() || y.isPole() && x.isFinite())) {
            return Real.FALSE; // no number is infinite
        }
        Real left = x.plain();
        Real right = y.plain();
        Real absorbed = absorb(left, right);
        if (absorbed != null) {
            return absorbed;
        }
        int order = Real.order(left, right);
        if (order == 2) {
            return Real.UNKNOWN;
        }
        return Real.of(op == Op.EQ ? order == 0 : op == Op.LT ? order < 0 : order <= 0);
    }

    private static Real not(Real x) {
        return switch (x.kind()) {
            case TRUE -> Real.FALSE;
            case FALSE -> Real.TRUE;
            default -> x;
        };
    }

    private static Real or(Real x, Real y) {
        if (x == Real.TRUE || y == Real.TRUE) {
            return Real.TRUE;
        }
        Real absorbed = absorb(x, y);
        return absorbed != null ? absorbed : Real.FALSE;
    }
}

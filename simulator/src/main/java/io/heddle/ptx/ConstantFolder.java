package io.heddle.ptx;

import io.heddle.ptx.Operand.Immediate;
import io.heddle.ptx.Operand.Immediate.Kind;
import java.util.Optional;

/** Evaluates constant expressions (PTX ISA 4.5): 64-bit integers, or doubles. */
final class ConstantFolder {
    /**
     * A constant under evaluation.
     *
     * @param unsigned true where PTX types the integer {@code .u64} rather than {@code .s64}
     */
    record Constant(Immediate value, boolean unsigned) {
        static Constant signed(long bits) {
            return new Constant(new Immediate(bits, Kind.INTEGER), false);
        }

        static Constant truth(boolean b) {
            return signed(b ? 1 : 0);
        }

        static Constant real(double d) {
            return new Constant(new Immediate(Double.doubleToRawLongBits(d), Kind.F64), false);
        }

        boolean isInteger() {
            return value.kind() == Kind.INTEGER;
        }

        long bits() {
            return value.bits();
        }

        double asReal() {
            return switch (value.kind()) {
                case INTEGER -> bits();
                case F32 -> Float.intBitsToFloat((int) bits());
                case F64 -> Double.longBitsToDouble(bits());
            };
        }
    }

    private ConstantFolder() {}

    /** Applies a prefix operator, or gives nothing where it does not apply. */
    static Optional<Constant> unary(String operator, Constant a) {
        if (operator.equals("+")) {
            return Optional.of(a);
        }
        if (operator.equals("-")) {
            return Optional.of(negate(a));
        }
        if (!a.isInteger()) {
            return Optional.empty();
        }
        return switch (operator) {
            case "~" -> Optional.of(new Constant(new Immediate(~a.bits(), Kind.INTEGER), true));
            case "!" -> Optional.of(Constant.truth(a.bits() == 0));
            case ".s64" -> Optional.of(Constant.signed(a.bits()));
            case ".u64" -> Optional.of(new Constant(a.value(), true));
            default -> Optional.empty();
        };
    }

    private static Constant negate(Constant a) {
        long bits =
                switch (a.value().kind()) {
                    case INTEGER -> -a.bits();
                    case F32 -> a.bits() ^ 0x80000000L;
                    case F64 -> a.bits() ^ Long.MIN_VALUE;
                };
        return new Constant(new Immediate(bits, a.value().kind()), a.unsigned());
    }

    /** Applies an infix operator, or gives nothing where it does not apply (division by zero). */
    static Optional<Constant> binary(String operator, Constant a, Constant b) {
        if (a.isInteger() && b.isInteger()) {
            return compare(operator, a, b).or(() -> integer(operator, a, b));
        }
        double x = a.asReal();
        double y = b.asReal();
        return switch (operator) {
            case "+" -> Optional.of(Constant.real(x + y));
            case "-" -> Optional.of(Constant.real(x - y));
            case "*" -> Optional.of(Constant.real(x * y));
            case "/" -> Optional.of(Constant.real(x / y));
            case "<" -> Optional.of(Constant.truth(x < y));
            case "<=" -> Optional.of(Constant.truth(x <= y));
            case ">" -> Optional.of(Constant.truth(x > y));
            case ">=" -> Optional.of(Constant.truth(x >= y));
            case "==" -> Optional.of(Constant.truth(x == y));
            case "!=" -> Optional.of(Constant.truth(x != y));
            default -> Optional.empty();
        };
    }

    private static Optional<Constant> compare(String operator, Constant a, Constant b) {
        boolean unsigned = a.unsigned() || b.unsigned();
        int order =
                unsigned
                        ? Long.compareUnsigned(a.bits(), b.bits())
                        : Long.compare(a.bits(), b.bits());
        return switch (operator) {
            case "<" -> Optional.of(Constant.truth(order < 0));
            case "<=" -> Optional.of(Constant.truth(order <= 0));
            case ">" -> Optional.of(Constant.truth(order > 0));
            case ">=" -> Optional.of(Constant.truth(order >= 0));
            case "==" -> Optional.of(Constant.truth(order == 0));
            case "!=" -> Optional.of(Constant.truth(order != 0));
            case "&&" -> Optional.of(Constant.truth(a.bits() != 0 && b.bits() != 0));
            case "||" -> Optional.of(Constant.truth(a.bits() != 0 || b.bits() != 0));
            default -> Optional.empty();
        };
    }

    private static Optional<Constant> integer(String operator, Constant a, Constant b) {
        boolean unsigned = a.unsigned() || b.unsigned();
        long x = a.bits();
        long y = b.bits();
        if (y == 0 && (operator.equals("/") || operator.equals("%"))) {
            return Optional.empty();
        }
        long bits =
                switch (operator) {
                    case "+" -> x + y;
                    case "-" -> x - y;
                    case "*" -> x * y;
                    case "/" -> unsigned ? Long.divideUnsigned(x, y) : x / y;
                    case "%" -> Long.remainderUnsigned(x, y);
                    case "&" -> x & y;
                    case "^" -> x ^ y;
                    case "|" -> x | y;
                    case "<<" -> x << y;
                    case ">>" -> a.unsigned() ? x >>> y : x >> y;
                    default -> throw new AssertionError(operator);
                };
        boolean isUnsigned =
                switch (operator) {
                    case "<<", ">>" -> a.unsigned();
                    case "%" -> true;
                    default -> unsigned;
                };
        return Optional.of(new Constant(new Immediate(bits, Kind.INTEGER), isUnsigned));
    }
}

package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import java.util.Optional;

/**
 * Floating-point arithmetic (PTX ISA 9.7.3 to 9.7.5): bit-exact for every instruction whose result
 * the manual defines; approximations ({@code .approx}, {@code .full}) are the correctly rounded
 * result, or a double's where no correctly rounded one is to be had.
 */
final class FloatArithmetic {
    private FloatArithmetic() {}

    /** An operation on exact values: rounds its result to odd, so that it can be rounded again. */
    @FunctionalInterface
    interface Exact {
        double apply(double a, double b, double c);
    }

    /** The operation of an instruction of {@code type}, if it is one of floats. */
    static Optional<Scalar> decode(Instruction i, PtxType type) {
        return switch (type) {
            case F16 ->
                    mixed(i) ? mixedPrecision(i, BinaryFormat.F16) : narrow(i, BinaryFormat.F16);
            case BF16 ->
                    mixed(i) ? mixedPrecision(i, BinaryFormat.BF16) : narrow(i, BinaryFormat.BF16);
            case F32 -> narrow(i, BinaryFormat.F32);
            case F16X2 -> lanes(narrow(i, BinaryFormat.F16), 16);
            case BF16X2 -> lanes(narrow(i, BinaryFormat.BF16), 16);
            case F32X2 -> lanes(narrow(i, BinaryFormat.F32), 32);
            case F64 -> DoubleArithmetic.decode(i);
            default -> Optional.empty();
        };
    }

    private static Optional<Scalar> lanes(Optional<Scalar> scalar, int width) {
        return scalar.map(s -> s.packed(width, 2));
    }

    private static boolean mixed(Instruction i) {
        return Bits.types(i).size() == 2 && Bits.types(i).get(0) == PtxType.F32;
    }

    /** {@code add.f32.f16 d, a, c} and its like: all but the last source are narrow. */
    private static Optional<Scalar> mixedPrecision(Instruction i, BinaryFormat source) {
        boolean three = i.opcode().equals("fma");
        return narrow(i, BinaryFormat.F32)
                .map(
                        wide ->
                                (a, b, c) ->
                                        wide.apply(
                                                widen(a, source), three ? widen(b, source) : b, c));
    }

    private static long widen(long bits, BinaryFormat source) {
        return BinaryFormat.F32.fromDouble(source.toDouble(bits), Rounding.NEAREST_EVEN);
    }

    private static Optional<Scalar> narrow(Instruction i, BinaryFormat format) {
        return switch (i.opcode()) {
            case "abs", "neg", "copysign" -> Optional.of(signOperation(i, format));
            case "min", "max" -> Optional.of(finish(i, format, FloatExtrema.decode(i, format)));
            default ->
                    (format == BinaryFormat.F32
                                    ? SingleArithmetic.decode(i)
                                    : Optional.<Scalar>empty())
                            .or(() -> exact(i).map(exact -> rounded(i, format, exact)))
                            .map(operation -> finish(i, format, operation));
        };
    }

    private static Scalar rounded(Instruction i, BinaryFormat format, Exact exact) {
        Rounding rounding = Rounding.of(i).orElse(Rounding.NEAREST_EVEN);
        Scalar rounded =
                (a, b, c) ->
                        format.fromDouble(
                                exact.apply(
                                        format.toDouble(a), format.toDouble(b), format.toDouble(c)),
                                rounding);
        return zeroSigns(i, format, rounding, rounded);
    }

    /**
     * An exactly cancelling sum is −0 when rounding down (IEEE 754, 6.3), where double arithmetic
     * says +0.
     */
    private static Scalar zeroSigns(
            Instruction i, BinaryFormat format, Rounding rounding, Scalar rounded) {
        boolean sum =
                switch (i.opcode()) {
                    case "add", "sub", "fma", "mad" -> true;
                    default -> false;
                };
        if (!sum || rounding != Rounding.DOWN) {
            return rounded;
        }
        boolean product = i.opcode().equals("fma") || i.opcode().equals("mad");
        long sign = format.signBit();
        return (a, b, c) -> {
            long r = rounded.apply(a, b, c);
            long first = product ? a ^ b : a;
            long second = product ? c : i.opcode().equals("sub") ? ~b : b;
            boolean bothPositive = (first & sign) == 0 && (second & sign) == 0;
            return r == 0 && !bothPositive ? sign : r;
        };
    }

    private static Scalar signOperation(Instruction i, BinaryFormat format) {
        long sign = format.signBit();
        Scalar signs =
                switch (i.opcode()) {
                    case "abs" -> (a, b, c) -> a & (sign - 1);
                    case "neg" -> (a, b, c) -> (a ^ sign) & (sign | (sign - 1));
                    default -> (a, b, c) -> (a & sign) | (b & (sign - 1));
                };
        return i.has("ftz") ? (a, b, c) -> signs.apply(format.flush(a), b, c) : signs;
    }

    /** Flushing of subnormals, {@code .sat} and {@code .relu} around an operation. */
    private static Scalar finish(Instruction i, BinaryFormat format, Scalar operation) {
        Scalar clamped = operation;
        if (i.has("sat")) {
            long one = format.fromDouble(1, Rounding.NEAREST_EVEN);
            clamped =
                    (a, b, c) -> {
                        long r = operation.apply(a, b, c);
                        double value = format.toDouble(r);
                        return value >= 1 ? one : value > 0 ? r : 0;
                    };
        } else if (i.has("relu")) {
            clamped =
                    (a, b, c) -> {
                        long r = operation.apply(a, b, c);
                        return (r & format.signBit()) != 0 && !format.isNan(r) ? 0 : r;
                    };
        }
        if (!i.has("ftz")) {
            return clamped;
        }
        Scalar unflushed = clamped;
        return (a, b, c) ->
                format.flush(unflushed.apply(format.flush(a), format.flush(b), format.flush(c)));
    }

    private static Optional<Exact> exact(Instruction i) {
        Exact exact =
                switch (i.opcode()) {
                    case "add" -> (a, b, c) -> sum(a, b);
                    case "sub" -> (a, b, c) -> sum(a, -b);
                    case "mul" -> (a, b, c) -> a * b;
                    case "fma", "mad" -> (a, b, c) -> sum(a * b, c);
                    case "div" ->
                            i.has("approx")
                                    ? FloatArithmetic::approximateQuotient
                                    : (a, b, c) -> quotient(a, b);
                    case "rcp" -> (a, b, c) -> quotient(1, a);
                    case "sqrt" -> (a, b, c) -> root(a);
                    case "rsqrt" -> (a, b, c) -> 1 / Math.sqrt(a);
                    case "ex2" -> (a, b, c) -> Transcendental.exp2(a);
                    case "lg2" -> (a, b, c) -> Transcendental.log2(a);
                    case "sin" -> (a, b, c) -> Math.sin(a);
                    case "cos" -> (a, b, c) -> Math.cos(a);
                    case "tanh" -> (a, b, c) -> Math.tanh(a);
                    case "heddle" -> lifted(i.modifiers().get(0));
                    default -> null;
                };
        return Optional.ofNullable(exact);
    }

    /** The function that a pseudo-instruction of io.heddle.idiom stands for. */
    static Exact lifted(String name) {
        return switch (name) {
            case "exp" -> (a, b, c) -> Math.exp(a);
            case "exp2" -> (a, b, c) -> Transcendental.exp2(a);
            case "exp10" -> (a, b, c) -> Math.pow(10, a);
            case "expm1" -> (a, b, c) -> Math.expm1(a);
            case "log" -> (a, b, c) -> Math.log(a);
            case "log2" -> (a, b, c) -> Transcendental.log2(a);
            case "log10" -> (a, b, c) -> Math.log10(a);
            case "log1p" -> (a, b, c) -> Math.log1p(a);
            case "tanh" -> (a, b, c) -> belowOne(Math.tanh(a));
            case "sinh" -> (a, b, c) -> Math.sinh(a);
            case "cosh" -> (a, b, c) -> Math.cosh(a);
            case "sin" -> (a, b, c) -> Math.sin(a);
            case "cos" -> (a, b, c) -> Math.cos(a);
            case "erf" -> (a, b, c) -> belowOne(Transcendental.erf(a));
            case "erfc" -> (a, b, c) -> Transcendental.erfc(a);
            case "rsqrt" -> (a, b, c) -> 1 / Math.sqrt(a);
            case "normcdf" -> (a, b, c) -> Transcendental.erfc(-a / Math.sqrt(2)) / 2;
            case "pow" -> (a, b, c) -> Math.pow(a, b);
            case "tan" -> (a, b, c) -> Math.tan(a);
            case "atan" -> (a, b, c) -> Math.atan(a);
            case "asin" -> (a, b, c) -> Math.asin(a);
            case "fmod" -> (a, b, c) -> a % b;
            case "remainder" -> (a, b, c) -> Math.IEEEremainder(a, b);
            case "cbrt" -> (a, b, c) -> Math.cbrt(a);
            case "hypot" -> (a, b, c) -> Math.hypot(a, b);
            default -> null;
        };
    }

    /** A value between −1 and 1 that double arithmetic has rounded to one of them. */
    private static double belowOne(double value) {
        return Math.abs(value) == 1 ? Math.nextAfter(value, 0) : value;
    }

    private static double sum(double a, double b) {
        double s = a + b;
        return BinaryFormat.roundToOdd(s, BinaryFormat.sumError(a, b, s));
    }

    private static double quotient(double a, double b) {
        double q = a / b;
        if (q == 0 || Double.isNaN(q) || Double.isInfinite(q) || Double.isInfinite(b)) {
            return q;
        }
        double rest = Math.fma(-q, b, a); // exact, of the sign of (exact - q) * b
        return BinaryFormat.roundToOdd(q, b > 0 ? rest : -rest);
    }

    /** div.approx.f32: a · (1/b), with zero where 1/b is subnormal (PTX ISA 9.7.3.8). */
    private static double approximateQuotient(double a, double b, double unused) {
        double magnitude = Math.abs(b);
        if (magnitude > 0x1p126 && magnitude < Double.POSITIVE_INFINITY) {
            return Double.isInfinite(a) ? Double.NaN : a * 0.0 * Math.signum(b);
        }
        return quotient(a, b);
    }

    private static double root(double a) {
        double r = Math.sqrt(a);
        if (r == 0 || Double.isNaN(r) || Double.isInfinite(r)) {
            return r;
        }
        return BinaryFormat.roundToOdd(r, Math.fma(-r, r, a));
    }
}

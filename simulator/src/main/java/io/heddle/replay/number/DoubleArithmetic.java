package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** f64 arithmetic in all four roundings (PTX ISA 9.7.3). */
final class DoubleArithmetic {
    private static final long UPPER_HALF = 0xFFFFFFFF00000000L;

    private DoubleArithmetic() {}

    /** An operation rounded to nearest. */
    @FunctionalInterface
    private interface Nearest {
        double apply(double a, double b, double c);
    }

    /** The exact result minus a rounded one, or anything of its sign; the operands are finite. */
    @FunctionalInterface
    private interface Residue {
        int sign(double a, double b, double c, double rounded);
    }

    /** The operation of an f64 instruction, if it is one of floats. */
    static Optional<Scalar> decode(Instruction i) {
        Rounding rounding = Rounding.of(i).orElse(Rounding.NEAREST_EVEN);
        Scalar operation =
                switch (i.opcode()) {
                    case "add" ->
                            round(
                                    rounding,
                                    (a, b, c) -> a + b,
                                    (a, b, c, r) -> compare(exact(a).add(exact(b)), r));
                    case "sub" ->
                            round(
                                    rounding,
                                    (a, b, c) -> a - b,
                                    (a, b, c, r) -> compare(exact(a).subtract(exact(b)), r));
                    case "mul" ->
                            round(
                                    rounding,
                                    (a, b, c) -> a * b,
                                    (a, b, c, r) -> compare(exact(a).multiply(exact(b)), r));
                    case "fma", "mad" ->
                            round(
                                    rounding,
                                    Math::fma,
                                    (a, b, c, r) ->
                                            compare(exact(a).multiply(exact(b)).add(exact(c)), r));
                    case "div" ->
                            round(rounding, (a, b, c) -> a / b, (a, b, c, r) -> quotient(a, b, r));
                    case "rcp" ->
                            i.has("approx")
                                    ? truncated(a -> 1 / a)
                                    : round(
                                            rounding,
                                            (a, b, c) -> 1 / a,
                                            (a, b, c, r) -> quotient(1, a, r));
                    case "sqrt" ->
                            round(
                                    rounding,
                                    (a, b, c) -> Math.sqrt(a),
                                    (a, b, c, r) -> compare(exact(a), r, r));
                    case "rsqrt" ->
                            i.has("ftz")
                                    ? truncated(a -> 1 / Math.sqrt(a))
                                    : (a, b, c) -> bits(1 / Math.sqrt(value(a)));
                    case "abs" -> (a, b, c) -> a & Long.MAX_VALUE;
                    case "neg" -> (a, b, c) -> a ^ Long.MIN_VALUE;
                    case "copysign" -> (a, b, c) -> (a & Long.MIN_VALUE) | (b & Long.MAX_VALUE);
                    case "min" -> (a, b, c) -> extremum(a, b, true);
                    case "max" -> (a, b, c) -> extremum(a, b, false);
                    case "heddle" -> library(i.modifiers().get(0));
                    default -> null;
                };
        return Optional.ofNullable(operation);
    }

    /** A library function, as exact as the Java platform's; null if it has none of that name. */
    private static Scalar library(String name) {
        FloatArithmetic.Exact function = FloatArithmetic.lifted(name);
        return function == null
                ? null
                : (a, b, c) -> bits(function.apply(value(a), value(b), value(c)));
    }

    private static double value(long bits) {
        return Double.longBitsToDouble(bits);
    }

    private static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    private static long extremum(long a, long b, boolean smaller) {
        double x = value(a);
        double y = value(b);
        if (Double.isNaN(x)) {
            return b;
        }
        if (Double.isNaN(y)) {
            return a;
        }
        return (Double.compare(x, y) < 0) == smaller ? a : b;
    }

    /**
     * The f64 approximations with {@code .ftz}: the lower half of the source is ignored, that of
     * the result is zero, subnormals are flushed (PTX ISA 9.7.3.14 and 18).
     */
    private static Scalar truncated(DoubleUnaryOperator function) {
        return (a, b, c) ->
                flush(bits(function.applyAsDouble(value(flush(a & UPPER_HALF)))) & UPPER_HALF);
    }

    private static long flush(long bits) {
        return (bits & 0x7FF0000000000000L) == 0 ? bits & Long.MIN_VALUE : bits;
    }

    private static Scalar round(Rounding rounding, Nearest nearest, Residue residue) {
        if (rounding == Rounding.NEAREST_EVEN) {
            return (a, b, c) -> bits(nearest.apply(value(a), value(b), value(c)));
        }
        return (a, b, c) ->
                bits(directed(rounding, nearest, residue, value(a), value(b), value(c)));
    }

    private static double directed(
            Rounding rounding, Nearest nearest, Residue residue, double a, double b, double c) {
        double r = nearest.apply(a, b, c);
        if (Double.isNaN(r) || !Double.isFinite(a) || !Double.isFinite(b) || !Double.isFinite(c)) {
            return r;
        }
        int sign = residue.sign(a, b, c, r);
        if (sign == 0) {
            return r;
        }
        boolean negative = r < 0 || (r == 0 && sign < 0);
        boolean down =
                rounding == Rounding.DOWN || (rounding == Rounding.TOWARDS_ZERO && !negative);
        if (down) {
            return sign < 0 ? Math.nextDown(r) : r;
        }
        return sign > 0 ? Math.nextUp(r) : r;
    }

    private static BigDecimal exact(double x) {
        return new BigDecimal(x);
    }

    private static int compare(BigDecimal exact, double rounded) {
        if (Double.isInfinite(rounded)) {
            return rounded > 0 ? -1 : 1;
        }
        return exact.compareTo(exact(rounded));
    }

    /** The sign of {@code exact − p·q}. */
    private static int compare(BigDecimal exact, double p, double q) {
        return exact.compareTo(exact(p).multiply(exact(q)));
    }

    /** The sign of {@code a/b − rounded}. */
    private static int quotient(double a, double b, double rounded) {
        if (b == 0 || Double.isInfinite(rounded)) {
            return b == 0 ? 0 : rounded > 0 ? -1 : 1;
        }
        int sign = compare(exact(a), b, rounded);
        return b > 0 ? sign : -sign;
    }
}

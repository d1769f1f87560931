package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * What rounding to a binary format does to a number.
 *
 * @param precision bits of a significand
 * @param least exponent of the least normal number
 * @param greatest the greatest finite number
 */
record NarrowFormat(int precision, int least, double greatest) {
    private static final double UNITS = 4; // of an approximation

    /** tf32: ten bits of fraction, and the range of f32. */
    static final NarrowFormat TF32 = new NarrowFormat(11, -126, Float.MAX_VALUE);

    private static final List<NarrowFormat> ALL =
            Arrays.stream(FloatFormat.values()).map(NarrowFormat::made).toList();

    static NarrowFormat of(FloatFormat format) {
        return ALL.get(format.ordinal());
    }

    private static NarrowFormat made(FloatFormat format) {
        int least =
                switch (format) {
                    case F16, E5M2 -> -14;
                    case E4M3 -> -6;
                    case BF16, F32 -> -126;
                    case F64 -> -1022;
                };
        double greatest = -format.lowestFinite().doubleValue();
        return new NarrowFormat(format.precision(), least, greatest);
    }

    /** The exponent of the least number above 0. */
    int leastSubnormal() {
        return least - precision + 1;
    }

    /** True if {@code r} is a normal number of the format, or 0. */
    boolean holds(Rational r) {
        if (r.isZero()) {
            return true;
        }
        BigInteger n = r.numerator().abs();
        int zeros = Math.max(0, n.getLowestSetBit());
        boolean fits = r.denominator().bitCount() == 1 && n.bitLength() - zeros <= precision;
        return fits
                && r.abs().compareTo(Rational.powerOfTwo(least)) >= 0
                && r.abs().doubleValue() <= greatest;
    }

    /** By how much the result of {@code instruction} may be off, which is about {@code v}. */
    double error(double v, Instruction instruction) {
        if (!(v <= greatest)) {
            return Double.POSITIVE_INFINITY; // it overflows
        }
        double normal = Math.scalb(1.0, least);
        if (v < normal && (instruction.has("ftz") || instruction.has("approx"))) {
            return v;
        }
        double ulp = Math.scalb(1.0, Math.max(Math.getExponent(v), least) - precision + 1);
        boolean approximate = instruction.has("approx") || instruction.has("full");
        return Math.min(v, ulp) * (approximate ? UNITS : 1) + absolute(instruction);
    }

    /** The absolute error of functions that have one (PTX ISA 9.7.3: sin, cos, lg2, tanh). */
    private static double absolute(Instruction instruction) {
        return switch (instruction.opcode()) {
            case "sin", "cos", "lg2" -> instruction.has("approx") ? 0x1p-20 : 0;
            case "tanh" -> 0x1p-10;
            default -> 0;
        };
    }
}

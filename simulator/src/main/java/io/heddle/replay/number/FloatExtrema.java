package io.heddle.replay.number;

import io.heddle.ptx.Instruction;

/**
 * min and max of two or three floating-point numbers (PTX ISA 9.7.3.11 and 12): a number wins over
 * a NaN unless {@code .NaN} is given; +0 is greater than −0.
 */
public final class FloatExtrema {
    private FloatExtrema() {}

    /** The operation of a min or max of a narrow format. */
    static Scalar decode(Instruction i, BinaryFormat format) {
        boolean smaller = i.opcode().equals("min");
        boolean nanWins = i.has("NaN");
        boolean magnitudes = i.has("abs");
        long sign = format.signBit();
        Scalar two =
                (a, b, c) -> {
                    long x = magnitudes ? a & (sign - 1) : a;
                    long y = magnitudes ? b & (sign - 1) : b;
                    long r = extremum(x, y, format, smaller, nanWins);
                    boolean flipped = i.has("xorsign") && ((a ^ b) & sign) != 0;
                    return flipped ? r | sign : r;
                };
        if (i.operands().size() < 4) {
            return two;
        }
        return (a, b, c) -> two.apply(two.apply(a, b, 0), c, 0);
    }

    /** The lesser or the greater of two numbers. */
    public static long extremum(
            long a, long b, BinaryFormat format, boolean smaller, boolean nanWins) {
        boolean aNan = format.isNan(a);
        boolean bNan = format.isNan(b);
        if (aNan || bNan) {
            return nanWins || (aNan && bNan) ? format.nan() : aNan ? b : a;
        }
        boolean aLess = Double.compare(format.toDouble(a), format.toDouble(b)) < 0;
        return aLess == smaller ? a : b;
    }
}

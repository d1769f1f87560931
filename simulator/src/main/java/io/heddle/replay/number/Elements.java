package io.heddle.replay.number;

import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.math.MathContext;

/** Values of tensor elements and scalars as bit patterns. */
public final class Elements {
    private Elements() {}

    private static BinaryFormat format(ElementType type) {
        return switch (type) {
            case F16 -> BinaryFormat.F16;
            case BF16 -> BinaryFormat.BF16;
            case F32 -> BinaryFormat.F32;
            case E4M3 -> BinaryFormat.E4M3;
            case E5M2 -> BinaryFormat.E5M2;
            default -> null;
        };
    }

    /** The pattern of {@code value}, rounded to nearest; integers wrap around. */
    public static long bits(Rational value, ElementType type) {
        if (type == ElementType.F64) {
            return Double.doubleToRawLongBits(nearest(value));
        }
        BinaryFormat format = format(type);
        if (format != null) {
            double r = nearest(value);
            double odd = BinaryFormat.roundToOdd(r, residue(value, r));
            return format.fromDouble(odd, Rounding.NEAREST_EVEN);
        }
        BigInteger n = value.floor();
        return n.longValue() & Bits.mask(type.bits());
    }

    /** The pattern of a negative zero; zero for integers, which have none. */
    public static long sign(ElementType type) {
        return type.isFloat() ? Long.MIN_VALUE >>> Long.SIZE - type.bits() : 0;
    }

    /** The pattern nearest to {@code value}; integers are cut off at the ends of their range. */
    public static long nearestBits(double value, ElementType type) {
        if (type == ElementType.F64) {
            return Double.doubleToRawLongBits(value);
        }
        BinaryFormat format = format(type);
        if (format != null) {
            return format.fromDouble(value, Rounding.NEAREST_EVEN, true);
        }
        double low = type.minInteger().doubleValue();
        double high = type.maxInteger().doubleValue();
        return (long) Math.max(low, Math.min(high, value)) & Bits.mask(type.bits());
    }

    /** The distance from |value| to the next number of the type, 1 for integers. */
    public static double ulp(double value, ElementType type) {
        if (type == ElementType.F64) {
            return Math.ulp(value);
        }
        BinaryFormat format = format(type);
        return format == null ? 1 : format.ulp(value);
    }

    private static double nearest(Rational value) {
        double near = value.doubleValue();
        if (Double.isFinite(near) && Rational.ofExact(near).equals(value)) {
            return near;
        }
        return value.toDecimal(new MathContext(800)).doubleValue();
    }

    private static int residue(Rational exact, double rounded) {
        return Double.isInfinite(rounded) ? 0 : exact.compareTo(Rational.ofExact(rounded));
    }

    /** The value of a pattern. */
    public static double value(long bits, ElementType type) {
        if (type == ElementType.F64) {
            return Double.longBitsToDouble(bits);
        }
        BinaryFormat format = format(type);
        if (format != null) {
            return format.toDouble(bits);
        }
        if (type.isSigned()) {
            return Bits.signed(bits, type.bits());
        }
        return type == ElementType.U64 && bits < 0 ? bits + 0x1p64 : bits;
    }
}

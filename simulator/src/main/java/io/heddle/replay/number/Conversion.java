package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** cvt between scalar types (PTX ISA 9.7.9.21); packed ones are in {@link PackedConversion}. */
final class Conversion {
    private Conversion() {}

    /** Rounding of a float to an integral value. */
    private enum Integral {
        NEAREST_EVEN,
        TOWARDS_ZERO,
        DOWN,
        UP;

        /** The rounding to an integral value that an instruction names, if it names one. */
        static Optional<Integral> of(Instruction i) {
            if (i.has("rni")) {
                return Optional.of(NEAREST_EVEN);
            }
            if (i.has("rzi")) {
                return Optional.of(TOWARDS_ZERO);
            }
            if (i.has("rmi")) {
                return Optional.of(DOWN);
            }
            return i.has("rpi") ? Optional.of(UP) : Optional.empty();
        }

        double apply(double x) {
            return switch (this) {
                case NEAREST_EVEN -> Math.rint(x);
                case TOWARDS_ZERO -> x < 0 ? Math.ceil(x) : Math.floor(x);
                case DOWN -> Math.floor(x);
                case UP -> Math.ceil(x);
            };
        }
    }

    /** The operation of a cvt, if its types are known. */
    static Optional<Scalar> decode(Instruction i) {
        List<PtxType> types = Bits.types(i);
        if (i.has("pack")) {
            return Optional.of(pack(i));
        }
        if (types.size() != 2) {
            return PackedConversion.decode(i);
        }
        PtxType to = types.get(0);
        PtxType from = types.get(1);
        boolean toFloat = isScalarFloat(to);
        boolean fromFloat = isScalarFloat(from);
        if (!(toFloat || Bits.isInteger(to)) || !(fromFloat || Bits.isInteger(from))) {
            return PackedConversion.decode(i);
        }
        if (fromFloat) {
            return Optional.of(toFloat ? floatToFloat(i, from, to) : floatToInteger(i, from, to));
        }
        return Optional.of(toFloat ? integerToFloat(i, from, to) : integerToInteger(i, from, to));
    }

    private static boolean isScalarFloat(PtxType type) {
        return type == PtxType.F64
                || type == PtxType.F32
                || type == PtxType.F16
                || type == PtxType.BF16;
    }

    private static Rounding roundingOf(Instruction i) {
        return Rounding.of(i).orElse(Rounding.NEAREST_EVEN);
    }

    private static double read(long bits, PtxType type, boolean flush) {
        if (type == PtxType.F64) {
            return Double.longBitsToDouble(bits);
        }
        BinaryFormat format = Comparison.floatFormat(type);
        return format.toDouble(flush && format == BinaryFormat.F32 ? format.flush(bits) : bits);
    }

    private static Scalar floatToFloat(Instruction i, PtxType from, PtxType to) {
        Rounding rounding = roundingOf(i);
        DoubleUnaryOperator integral =
                Integral.of(i).map(r -> (DoubleUnaryOperator) r::apply).orElse(x -> x);
        boolean flush = i.has("ftz");
        boolean sat = i.has("sat");
        boolean relu = i.has("relu");
        boolean finite = i.has("satfinite");
        return (a, b, c) -> {
            double x = integral.applyAsDouble(read(a, from, flush));
            if (sat) {
                x = x >= 1 ? 1 : x > 0 ? x : 0;
            } else if (relu && x <= 0) {
                x = 0;
            }
            return write(x, to, rounding, finite, flush);
        };
    }

    private static long write(
            double x, PtxType to, Rounding rounding, boolean finite, boolean flush) {
        if (to == PtxType.F64) {
            return Double.doubleToRawLongBits(x);
        }
        BinaryFormat format = Comparison.floatFormat(to);
        long bits = format.fromDouble(x, rounding, finite);
        return flush && format == BinaryFormat.F32 ? format.flush(bits) : bits;
    }

    private static Scalar floatToInteger(Instruction i, PtxType from, PtxType to) {
        Integral integral = Integral.of(i).orElse(Integral.TOWARDS_ZERO);
        boolean flush = i.has("ftz");
        boolean indefinite = from == PtxType.F64 || to.bits() == 64;
        return (a, b, c) -> {
            double x = read(a, from, flush);
            if (Double.isNaN(x)) {
                return indefinite ? 1L << (to.bits() - 1) : 0;
            }
            return clamp(integral.apply(x), to) & Bits.mask(to.bits());
        };
    }

    private static long clamp(double x, PtxType to) {
        int n = to.bits();
        if (to.isSigned()) {
            double limit = Math.scalb(1.0, n - 1);
            return x >= limit ? Bits.mask(n - 1) : x < -limit ? 1L << (n - 1) : (long) x;
        }
        if (x >= Math.scalb(1.0, n)) {
            return Bits.mask(n);
        }
        if (x <= 0) {
            return 0;
        }
        return x < 0x1p63 ? (long) x : (long) (x - 0x1p63) + Long.MIN_VALUE;
    }

    private static Scalar integerToFloat(Instruction i, PtxType from, PtxType to) {
        Rounding rounding = roundingOf(i);
        boolean sat = i.has("sat");
        boolean unsigned64 = from == PtxType.U64;
        return (a, b, c) -> {
            long value = Bits.integer(a, from);
            if (sat) {
                value = value != 0 && (value > 0 || unsigned64) ? 1 : 0;
            }
            return to == PtxType.F64
                    ? Double.doubleToRawLongBits(toDouble(value, unsigned64, rounding))
                    : Comparison.floatFormat(to)
                            .fromDouble(toOddDouble(value, unsigned64), rounding);
        };
    }

    private static double nearest(long value, boolean unsigned) {
        if (!unsigned || value >= 0) {
            return value;
        }
        return (double) ((value >>> 1) | (value & 1)) * 2;
    }

    private static BigDecimal exact(long value, boolean unsigned) {
        BigInteger n = BigInteger.valueOf(value);
        return new BigDecimal(unsigned && value < 0 ? n.add(BigInteger.ONE.shiftLeft(64)) : n);
    }

    private static int residue(long value, boolean unsigned, double rounded) {
        if (Math.abs(rounded) < 0x1p53) {
            return 0;
        }
        return exact(value, unsigned).compareTo(new BigDecimal(rounded));
    }

    private static double toOddDouble(long value, boolean unsigned) {
        double r = nearest(value, unsigned);
        return BinaryFormat.roundToOdd(r, residue(value, unsigned, r));
    }

    private static double toDouble(long value, boolean unsigned, Rounding rounding) {
        double r = nearest(value, unsigned);
        int residue = residue(value, unsigned, r);
        boolean down = rounding == Rounding.DOWN || (rounding == Rounding.TOWARDS_ZERO && r > 0);
        boolean up = rounding == Rounding.UP || (rounding == Rounding.TOWARDS_ZERO && r < 0);
        if (down && residue < 0) {
            return Math.nextDown(r);
        }
        return up && residue > 0 ? Math.nextUp(r) : r;
    }

    private static Scalar integerToInteger(Instruction i, PtxType from, PtxType to) {
        long mask = Bits.mask(to.bits());
        if (!i.has("sat")) {
            return (a, b, c) -> Bits.integer(a, from) & mask;
        }
        return (a, b, c) -> saturate(Bits.integer(a, from), from, to) & mask;
    }

    private static long saturate(long value, PtxType from, PtxType to) {
        boolean huge = !from.isSigned() && value < 0; // a u64 of 2^63 or more
        int n = to.bits();
        if (to.isSigned()) {
            long greatest = Bits.mask(n - 1);
            return huge ? greatest : Math.max(-greatest - 1, Math.min(greatest, value));
        }
        if (huge) {
            return n == 64 ? value : Bits.mask(n);
        }
        return n == 64 ? Math.max(0, value) : Math.max(0, Math.min(Bits.mask(n), value));
    }

    /**
     * cvt.pack (PTX ISA 9.7.9.22): {@code a} and {@code b} saturated to the low parts of the
     * result, b lowest; for 8-, 4- and 2-bit types c shifted left makes up the rest.
     */
    private static Scalar pack(Instruction i) {
        String to = i.modifiers().get(i.modifiers().indexOf("sat") + 1);
        boolean signed = to.charAt(0) == 's';
        int n = Integer.parseInt(to.substring(1));
        return (a, b, c) -> {
            long pair = pack(a, signed, n) << n | pack(b, signed, n);
            return n == 16 ? pair : (c << 2 * n | pair) & 0xFFFFFFFFL;
        };
    }

    private static long pack(long value, boolean signed, int n) {
        long x = Bits.signed(value, 32);
        long low = signed ? -(1L << (n - 1)) : 0;
        long high = signed ? Bits.mask(n - 1) : Bits.mask(n);
        return Math.max(low, Math.min(high, x)) & Bits.mask(n);
    }
}

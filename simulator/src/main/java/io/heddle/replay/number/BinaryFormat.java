package io.heddle.replay.number;

/**
 * A binary floating-point format of at most 32 bits, and the conversion of its patterns from and to
 * {@code double}, which holds every value of every one of them exactly.
 *
 * <p>Source: IEEE 754-2019; PTX ISA 5.2.3 (bf16, tf32) and the OCP formats e4m3, e5m2, e2m1, e2m3
 * and e3m2.
 */
public enum BinaryFormat {
    F16(5, 10, Specials.IEEE),
    BF16(8, 7, Specials.IEEE),
    /** A b32 register of which the last 13 bits do not count. */
    TF32(8, 10, Specials.IEEE),
    F32(8, 23, Specials.IEEE),
    E5M2(5, 2, Specials.IEEE),
    E4M3(4, 3, Specials.NAN_ONLY),
    E3M2(3, 2, Specials.NONE),
    E2M3(2, 3, Specials.NONE),
    E2M1(2, 1, Specials.NONE);

    private final int exponentBits;
    private final int fractionBits;
    private final int bias;
    private final Specials specials;
    private final long signBit;
    private final long limit;
    private final double least; // the smallest positive number

    /** Which non-finite values a format has. */
    private enum Specials {
        IEEE,
        NAN_ONLY,
        NONE
    }

    BinaryFormat(int exponentBits, int fractionBits, Specials specials) {
        this.exponentBits = exponentBits;
        this.fractionBits = fractionBits;
        this.bias = (1 << (exponentBits - 1)) - 1;
        this.specials = specials;
        this.signBit = 1L << (exponentBits + fractionBits);
        this.limit =
                switch (specials) {
                    case IEEE -> ((1L << exponentBits) - 1) << fractionBits;
                    case NAN_ONLY -> signBit - 1;
                    case NONE -> signBit;
                };
        this.least = Math.scalb(1.0, 1 - bias - fractionBits);
    }

    /** Bits of a pattern (19 for tf32, without the bits that do not count). */
    public int width() {
        return 1 + exponentBits + fractionBits;
    }

    long signBit() {
        return signBit;
    }

    /** The pattern of +∞; of formats without one, the first pattern past the finite ones. */
    private long limit() {
        return limit;
    }

    /** The greatest finite value's pattern. */
    public long greatest() {
        return limit() - 1;
    }

    /** The canonical NaN: all ones but the sign; the greatest value where there is no NaN. */
    public long nan() {
        return signBit() - 1;
    }

    boolean isNan(long bits) {
        long magnitude = bits & (signBit() - 1);
        return specials == Specials.IEEE ? magnitude > limit() : magnitude >= limit();
    }

    /** True for patterns of numbers; of a word, those of its lowest number. */
    public boolean isFinite(long bits) {
        return specials == Specials.NONE || (bits & (signBit - 1)) < limit;
    }

    boolean isSubnormalOrZero(long bits) {
        return ((bits >>> fractionBits) & ((1L << exponentBits) - 1)) == 0;
    }

    /** A subnormal becomes the zero of its sign ({@code .ftz}). */
    public long flush(long bits) {
        return isSubnormalOrZero(bits) ? bits & signBit() : bits;
    }

    /** The value of a pattern. */
    public double toDouble(long bits) {
        if (this == F32) {
            return Float.intBitsToFloat((int) bits);
        }
        if (this == BF16) {
            return Float.intBitsToFloat((int) bits << 16);
        }
        if (this == TF32) {
            return Float.intBitsToFloat((int) bits << 13);
        }
        long magnitude = bits & (signBit() - 1);
        boolean negative = (bits & signBit()) != 0;
        int field = (int) (magnitude >>> fractionBits);
        double value;
        if (magnitude >= limit() && specials != Specials.NONE) {
            value = isNan(bits) ? Double.NaN : Double.POSITIVE_INFINITY;
        } else if (field == 0) {
            value = magnitude * least;
        } else {
            long fraction = magnitude & ((1L << fractionBits) - 1);
            long exponent = field - bias + 1023L;
            value = Double.longBitsToDouble((exponent << 52) | (fraction << (52 - fractionBits)));
        }
        return negative ? -value : value;
    }

    /** The pattern nearest to {@code x} in the sense of {@code rounding}. */
    public long fromDouble(double x, Rounding rounding) {
        return fromDouble(x, rounding, false);
    }

    /**
     * The pattern nearest to {@code x}.
     *
     * @param saturate {@code .satfinite}: what is out of range becomes the greatest finite value
     */
    public long fromDouble(double x, Rounding rounding, boolean saturate) {
        if (Double.isNaN(x)) {
            return nan();
        }
        boolean inRange = !saturate || Math.abs(x) <= Float.MAX_VALUE;
        if (this == F32 && rounding != Rounding.NEAREST_AWAY && inRange) {
            return Float.floatToRawIntBits(toFloat(x, rounding)) & 0xffffffffL;
        }
        long raw = Double.doubleToRawLongBits(x);
        boolean negative = raw < 0;
        long sign = negative ? signBit() : 0;
        if (x == 0) {
            return sign;
        }
        if (Double.isInfinite(x)) {
            return sign | (saturate || specials != Specials.IEEE ? overflow(saturate) : limit());
        }
        long magnitude = roundMagnitude(raw & Long.MAX_VALUE, negative, rounding);
        if (magnitude >= limit()) {
            boolean infinite = rounding.overflowsToInfinity(negative);
            magnitude = saturate || !infinite ? greatest() : overflow(false);
        }
        return sign | magnitude;
    }

    /** The same of f32 by the machine's own conversion, which rounds to nearest. */
    private static float toFloat(double x, Rounding rounding) {
        float nearest = (float) x;
        if (nearest == x || rounding == Rounding.NEAREST_EVEN) {
            return nearest;
        }
        boolean up = rounding == Rounding.UP || (rounding == Rounding.TOWARDS_ZERO && x < 0);
        if (up) {
            return nearest < x ? Math.nextUp(nearest) : nearest;
        }
        return nearest > x ? Math.nextDown(nearest) : nearest;
    }

    private long overflow(boolean saturate) {
        if (saturate || specials == Specials.NONE) {
            return greatest();
        }
        return specials == Specials.IEEE ? limit() : nan();
    }

    private long roundMagnitude(long raw, boolean negative, Rounding rounding) {
        int exponent = (int) (raw >>> 52) - 1023;
        long significand = (raw & ((1L << 52) - 1)) | (1L << 52);
        if (exponent == -1023) { // a subnormal double: far below every format of at most 8 bits
            significand &= ~(1L << 52);
            exponent = -1022;
        }
        int least = 1 - bias;
        int shift = 52 - fractionBits + Math.max(0, least - exponent);
        boolean subnormal = exponent < least;
        long kept;
        int againstHalf;
        boolean exact;
        if (shift > 60) {
            kept = 0;
            againstHalf = -1;
            exact = false;
        } else {
            kept = significand >>> shift;
            long rest = significand & ((1L << shift) - 1);
            againstHalf = Long.compare(rest, 1L << (shift - 1));
            exact = rest == 0;
        }
        if (rounding.increments(negative, (kept & 1) != 0, againstHalf, exact)) {
            kept++;
        }
        return subnormal ? kept : ((long) (exponent + bias - 1) << fractionBits) + kept;
    }

    /** The distance of neighbouring numbers of the magnitude of {@code value}. */
    public double ulp(double value) {
        int exponent = Math.max(Math.getExponent(value), 1 - bias);
        int greatest = specials == Specials.IEEE ? bias : bias + 1;
        return Math.scalb(1.0, Math.min(exponent, greatest) - fractionBits);
    }

    /**
     * The double that rounds to every format of at most 51 bits as the exact value {@code high +
     * low} does: {@code high} with its last bit set if {@code low} is not zero ("round to odd").
     *
     * @param high an exact value rounded to nearest
     * @param low the error of that rounding, or anything of its sign
     */
    static double roundToOdd(double high, double low) {
        long bits = Double.doubleToRawLongBits(high);
        if (low == 0 || Double.isNaN(low) || (bits & 1) != 0 || Double.isInfinite(high)) {
            return high;
        }
        boolean away = (low > 0) == (high > 0);
        return Double.longBitsToDouble(away ? bits + 1 : bits - 1);
    }

    /** The error of the sum {@code s = a + b} rounded to nearest (Knuth's two-sum). */
    static double sumError(double a, double b, double s) {
        double bb = s - a;
        return (a - (s - bb)) + (b - bb);
    }
}

package io.heddle.term;

/**
 * The type of a tensor's elements or of a scalar argument (contract.md: f16 bf16 f32 f64 e4m3 e5m2
 * s8 u8 s16 u16 s32 u32 s64 u64).
 */
public enum ElementType {
    F16(16, FloatFormat.F16, false),
    BF16(16, FloatFormat.BF16, false),
    F32(32, FloatFormat.F32, false),
    F64(64, FloatFormat.F64, false),
    E4M3(8, FloatFormat.E4M3, false),
    E5M2(8, FloatFormat.E5M2, false),
    S8(8, null, true),
    U8(8, null, false),
    S16(16, null, true),
    U16(16, null, false),
    S32(32, null, true),
    U32(32, null, false),
    S64(64, null, true),
    U64(64, null, false);

    private final int bits;
    private final FloatFormat format;
    private final boolean signed;

    ElementType(int bits, FloatFormat format, boolean signed) {
        this.bits = bits;
        this.format = format;
        this.signed = signed;
    }

    /** Width in bits. */
    public int bits() {
        return bits;
    }

    /** Width in bytes. */
    public int bytes() {
        return bits / 8;
    }

    /** True for the floating-point types. */
    public boolean isFloat() {
        return format != null;
    }

    /** True for s8, s16, s32 and s64. */
    public boolean isSigned() {
        return signed;
    }

    /** The floating-point format, or null for an integer type. */
    public FloatFormat format() {
        return format;
    }

    /** The smallest value of an integer type. */
    public Rational minInteger() {
        return signed ? Rational.powerOfTwo(bits - 1).negate() : Rational.ZERO;
    }

    /** The largest value of an integer type. */
    public Rational maxInteger() {
        return Rational.powerOfTwo(signed ? bits - 1 : bits).subtract(Rational.ONE);
    }

    /** The least integer of this type that is not below {@code low}; null if there is no bound. */
    public Rational least(Rational low) {
        if (low == null) {
            return null;
        }
        return low.compareTo(minInteger()) < 0 ? minInteger() : Op.CEIL.round(low);
    }

    /** The greatest integer of this type that is not above {@code high}; null without a bound. */
    public Rational greatest(Rational high) {
        if (high == null) {
            return null;
        }
        return high.compareTo(maxInteger()) > 0 ? maxInteger() : Op.FLOOR.round(high);
    }

    /** The spelling of suites and command lines: lower case. */
    public String spelling() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The type spelled {@code text}, or null. */
    public static ElementType parse(String text) {
        for (ElementType t : values()) {
            if (t.spelling().equals(text)) {
                return t;
            }
        }
        return null;
    }
}

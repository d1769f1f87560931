package io.heddle.term;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * A binary floating-point format: the value of a bit pattern, and the pattern of a value.
 *
 * <p>Over the reals a finite pattern means exactly one rational. Source: IEEE 754-2019; for e4m3
 * and e5m2 the OCP 8-bit floating point specification (e4m3 has no infinities).
 */
public enum FloatFormat {
    /** IEEE half. */
    F16(16, 5, 10, true),
    /** bfloat16. */
    BF16(16, 8, 7, true),
    /** IEEE single. */
    F32(32, 8, 23, true),
    /** IEEE double. */
    F64(64, 11, 52, true),
    /** OCP fp8 e4m3: no infinities, one NaN pattern a sign. */
    E4M3(8, 4, 3, false),
    /** OCP fp8 e5m2. */
    E5M2(8, 5, 2, true);

    /** The kinds of value that a pattern may have. */
    public enum Kind {
        /** A rational number. */
        FINITE,
        /** −∞. */
        NEGATIVE_INFINITY,
        /** +∞. */
        POSITIVE_INFINITY,
        /** Not a number. */
        NAN
    }

    private static final List<Rational> LOWEST =
            Arrays.stream(values()).map(f -> f.value(f.lowestFinitePattern())).toList();

    private final int bits;
    private final int exponentBits;
    private final int fractionBits;
    private final boolean infinities;

    FloatFormat(int bits, int exponentBits, int fractionBits, boolean infinities) {
        this.bits = bits;
        this.exponentBits = exponentBits;
        this.fractionBits = fractionBits;
        this.infinities = infinities;
    }

    /** Width in bits. */
    public int bits() {
        return bits;
    }

    /** Bits of precision, the hidden one included. */
    public int precision() {
        return fractionBits + 1;
    }

    private int bias() {
        return (1 << (exponentBits - 1)) - 1;
    }

    private long exponentField(long pattern) {
        return (pattern >>> fractionBits) & ((1L << exponentBits) - 1);
    }

    private long fractionField(long pattern) {
        return pattern & ((1L << fractionBits) - 1);
    }

    private boolean negative(long pattern) {
        return ((pattern >>> (bits - 1)) & 1) != 0;
    }

    /** What kind of value {@code pattern} has. */
    public Kind kind(long pattern) {
        long maxExponent = (1L << exponentBits) - 1;
        if (exponentField(pattern) != maxExponent) {
            return Kind.FINITE;
        }
        long fraction = fractionField(pattern);
        if (!infinities) {
            return fraction == (1L << fractionBits) - 1 ? Kind.NAN : Kind.FINITE;
        }
        if (fraction != 0) {
            return Kind.NAN;
        }
        return negative(pattern) ? Kind.NEGATIVE_INFINITY : Kind.POSITIVE_INFINITY;
    }

    /**
     * A pattern of a kind that is no number, NaN as all ones but the sign; empty for an infinity in
     * e4m3, which has none.
     */
    public OptionalLong pattern(Kind kind) {
        long ones = (1L << bits - 1) - 1;
        long infinity = ones & -(1L << fractionBits);
        long sign = 1L << bits - 1;
        return switch (kind) {
            case NAN -> OptionalLong.of(ones);
            case POSITIVE_INFINITY -> infinities ? OptionalLong.of(infinity) : OptionalLong.empty();
            case NEGATIVE_INFINITY ->
                    infinities ? OptionalLong.of(sign | infinity) : OptionalLong.empty();
            case FINITE -> throw new IllegalArgumentException("a finite pattern has a value");
        };
    }

    /** The exact value of a finite pattern; both zeros are 0. */
    public Rational value(long pattern) {
        if (kind(pattern) != Kind.FINITE) {
            throw new ArithmeticException(
                    "not finite: " + name() + " 0x" + Long.toHexString(pattern));
        }
        long exponent = exponentField(pattern);
        long significand = fractionField(pattern);
        int scale;
        if (exponent == 0) {
            scale = 1 - bias() - fractionBits;
        } else {
            significand |= 1L << fractionBits;
            scale = (int) exponent - bias() - fractionBits;
        }
        if (significand == 0) {
            return Rational.ZERO;
        }
        int zeros = Long.numberOfTrailingZeros(significand);
        significand >>>= zeros;
        scale += zeros;
        long signed = negative(pattern) ? -significand : significand;
        if (scale == 0) {
            return Rational.of(signed);
        }
        if (scale > 0) {
            return scale + 64 - Long.numberOfLeadingZeros(significand) < 62
                    ? Rational.of(signed << scale)
                    : Rational.of(BigInteger.valueOf(signed).shiftLeft(scale));
        }
        return scale > -62
                ? Rational.of(signed, 1L << -scale)
                : Rational.of(BigInteger.valueOf(signed), BigInteger.ONE.shiftLeft(-scale));
    }

    /** The pattern whose value is exactly {@code r} (+0 for zero), or empty where none is. */
    public OptionalLong pattern(Rational r) {
        if (r.isZero()) {
            return OptionalLong.of(0);
        }
        BigInteger denominator = r.denominator();
        int shift = denominator.bitLength() - 1;
        if (denominator.getLowestSetBit() != shift) {
            return OptionalLong.empty(); // not dyadic
        }
        BigInteger magnitude = r.numerator().abs();
        int zeros = magnitude.getLowestSetBit();
        magnitude = magnitude.shiftRight(zeros);
        int scale = zeros - shift; // value = magnitude * 2^scale, magnitude odd
        int length = magnitude.bitLength();
        if (length > precision()) {
            return OptionalLong.empty();
        }
        int exponent = scale + length - 1;
        long sign = r.signum() < 0 ? 1L << (bits - 1) : 0;
        long pattern;
        if (exponent < 1 - bias()) {
            int lowest = 1 - bias() - fractionBits;
            if (scale < lowest) {
                return OptionalLong.empty();
            }
            pattern = sign | (magnitude.longValue() << (scale - lowest));
        } else {
            long field = (long) exponent + bias();
            if (field >= (1L << exponentBits)) {
                return OptionalLong.empty();
            }
            long significand = magnitude.longValue() << (precision() - length);
            pattern = sign | (field << fractionBits) | (significand & ((1L << fractionBits) - 1));
        }
        return kind(pattern) == Kind.FINITE ? OptionalLong.of(pattern) : OptionalLong.empty();
    }

    /**
     * The number of this format nearest to {@code r}, ties to even; the greatest or lowest for what
     * is out of range.
     */
    public Rational nearest(Rational r) {
        if (r.isZero()) {
            return r;
        }
        Rational magnitude = r.abs();
        int exponent = magnitude.numerator().bitLength() - magnitude.denominator().bitLength();
        if (magnitude.compareTo(Rational.powerOfTwo(exponent)) < 0) {
            exponent--; // now 2^exponent <= magnitude < 2^(exponent + 1)
        }
        Rational ulp = Rational.powerOfTwo(Math.max(exponent, 1 - bias()) - fractionBits);
        Rational rounded = Op.RINT.round(magnitude.multiply(ulp.reciprocal())).multiply(ulp);
        Rational greatest = lowestFinite().negate();
        Rational bounded = rounded.compareTo(greatest) > 0 ? greatest : rounded;
        return r.signum() < 0 ? bounded.negate() : bounded;
    }

    /** The lowest finite value, the identity of a running maximum in this format. */
    public Rational lowestFinite() {
        return LOWEST.get(ordinal());
    }

    private long lowestFinitePattern() {
        long top =
                infinities
                        ? ((1L << exponentBits) - 2) << fractionBits | ((1L << fractionBits) - 1)
                        : (1L << (bits - 1)) - 2;
        return top | 1L << (bits - 1);
    }
}

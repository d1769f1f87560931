package io.heddle.ptx;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The types of registers, variables and instructions (PTX ISA 5.2), packed and alternate formats
 * included.
 */
public enum PtxType {
    B8(Kind.BITS, 8),
    B16(Kind.BITS, 16),
    B32(Kind.BITS, 32),
    B64(Kind.BITS, 64),
    B128(Kind.BITS, 128),
    S8(Kind.SIGNED, 8),
    S16(Kind.SIGNED, 16),
    S32(Kind.SIGNED, 32),
    S64(Kind.SIGNED, 64),
    U8(Kind.UNSIGNED, 8),
    U16(Kind.UNSIGNED, 16),
    U32(Kind.UNSIGNED, 32),
    U64(Kind.UNSIGNED, 64),
    F16(Kind.FLOAT, 16),
    F16X2(Kind.FLOAT, 16, 2),
    BF16(Kind.FLOAT, 16),
    BF16X2(Kind.FLOAT, 16, 2),
    TF32(Kind.FLOAT, 32),
    F32(Kind.FLOAT, 32),
    F32X2(Kind.FLOAT, 32, 2),
    F64(Kind.FLOAT, 64),
    E4M3(Kind.FLOAT, 8),
    E5M2(Kind.FLOAT, 8),
    E4M3X2(Kind.FLOAT, 8, 2),
    E5M2X2(Kind.FLOAT, 8, 2),
    S16X2(Kind.SIGNED, 16, 2),
    U16X2(Kind.UNSIGNED, 16, 2),
    PRED(Kind.PREDICATE, 1);

    private enum Kind {
        BITS,
        SIGNED,
        UNSIGNED,
        FLOAT,
        PREDICATE
    }

    private static final Map<String, PtxType> BY_SPELLING =
            Arrays.stream(values())
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    t -> t.name().toLowerCase(Locale.ROOT), t -> t));

    private final Kind kind;
    private final int elementBits;
    private final int elements;

    PtxType(Kind kind, int bits) {
        this(kind, bits, 1);
    }

    PtxType(Kind kind, int elementBits, int elements) {
        this.kind = kind;
        this.elementBits = elementBits;
        this.elements = elements;
    }

    /** Width in bits; 1 for a predicate. */
    public int bits() {
        return elementBits * elements;
    }

    /** Width in bits of one number, of which there are two in a packed type. */
    public int elementBits() {
        return elementBits;
    }

    /** Width in bytes, of types of whole bytes. */
    public int bytes() {
        return bits() / 8;
    }

    /** True for s8 to s64 (and s16x2). */
    public boolean isSigned() {
        return kind == Kind.SIGNED;
    }

    /** True for floats of every format, packed ones included. */
    public boolean isFloat() {
        return kind == Kind.FLOAT;
    }

    /** True for {@code .b8} to {@code .b128}, which do not say what the bits are. */
    public boolean isBits() {
        return kind == Kind.BITS;
    }

    /** The type spelled {@code text} (without the point), or null. */
    public static PtxType parse(String text) {
        return BY_SPELLING.get(text);
    }
}

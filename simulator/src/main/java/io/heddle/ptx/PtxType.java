package io.heddle.ptx;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The types of registers, variables and instructions (PTX ISA 5.2), packed and alternate formats
 * included.
 */
public enum PtxType {
    B8(8),
    B16(16),
    B32(32),
    B64(64),
    B128(128),
    S8(8),
    S16(16),
    S32(32),
    S64(64),
    U8(8),
    U16(16),
    U32(32),
    U64(64),
    F16(16),
    F16X2(32),
    BF16(16),
    BF16X2(32),
    TF32(32),
    F32(32),
    F32X2(64),
    F64(64),
    E4M3(8),
    E5M2(8),
    E4M3X2(16),
    E5M2X2(16),
    S16X2(32),
    U16X2(32),
    PRED(1);

    private static final Map<String, PtxType> BY_SPELLING = new HashMap<>();

    static {
        for (PtxType t : values()) {
            BY_SPELLING.put(t.name().toLowerCase(Locale.ROOT), t);
        }
    }

    private final int bits;

    PtxType(int bits) {
        this.bits = bits;
    }

    /** Width in bits; 1 for a predicate. */
    public int bits() {
        return bits;
    }

    /** Width in bytes, of types of whole bytes. */
    public int bytes() {
        return bits / 8;
    }

    /** True for s8 to s64 (and s16x2). */
    public boolean isSigned() {
        return name().charAt(0) == 'S';
    }

    /** The type spelled {@code text} (without the point), or null. */
    public static PtxType parse(String text) {
        return BY_SPELLING.get(text);
    }
}

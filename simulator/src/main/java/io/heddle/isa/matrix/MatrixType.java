package io.heddle.isa.matrix;

import io.heddle.term.FloatFormat;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The element types of matrices (PTX ISA 9.7.14.2). */
enum MatrixType {
    F16(16, FloatFormat.F16),
    BF16(16, FloatFormat.BF16),
    /**
     * Takes a b32 register that holds an f32. Its low bits, which the hardware ignores, do not
     * matter over the reals.
     */
    TF32(32, FloatFormat.F32),
    F32(32, FloatFormat.F32),
    F64(64, FloatFormat.F64),
    E4M3(8, FloatFormat.E4M3),
    E5M2(8, FloatFormat.E5M2),
    S8(8, null),
    U8(8, null),
    S4(4, null),
    U4(4, null),
    B1(1, null),
    S32(32, null);

    private static final Map<String, MatrixType> BY_SPELLING = new HashMap<>();

    static {
        for (MatrixType t : values()) {
            BY_SPELLING.put(t.spelling(), t);
        }
    }

    private final int bits;
    private final FloatFormat format;

    MatrixType(int bits, FloatFormat format) {
        this.bits = bits;
        this.format = format;
    }

    /** The type with this spelling (without the dot), or null if there is none. */
    static MatrixType parse(String text) {
        return BY_SPELLING.get(text);
    }

    /** The spelling of PTX, without the dot. */
    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    int bits() {
        return bits;
    }

    /** The floating-point format; null for integers and bits. */
    FloatFormat format() {
        return format;
    }

    boolean isSigned() {
        return name().charAt(0) == 'S';
    }

    /** The number of elements that one register holds. */
    int perRegister() {
        return Math.max(1, 32 / bits);
    }
}

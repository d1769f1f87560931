package io.heddle.replay.step;

import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Bits;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The element types of matrix instructions, and the numbers that their bits in a register are. */
enum MatrixElement {
    F16(16, BinaryFormat.F16),
    BF16(16, BinaryFormat.BF16),
    TF32(32, BinaryFormat.TF32),
    F32(32, BinaryFormat.F32),
    F64(64, null),
    E4M3(8, BinaryFormat.E4M3),
    E5M2(8, BinaryFormat.E5M2),
    S8(8, null),
    U8(8, null),
    S4(4, null),
    U4(4, null),
    B1(1, null),
    S32(32, null);

    private final int bits;
    private final BinaryFormat format;

    MatrixElement(int bits, BinaryFormat format) {
        this.bits = bits;
        this.format = format;
    }

    /** The element type that a modifier names, if it names one. */
    static Optional<MatrixElement> parse(String modifier) {
        return Arrays.stream(values())
                .filter(e -> e.name().toLowerCase(Locale.ROOT).equals(modifier))
                .findFirst();
    }

    int bits() {
        return bits;
    }

    /** The floating-point format; null for integers and f64. */
    BinaryFormat format() {
        return format;
    }

    boolean isInteger() {
        return format == null && this != F64;
    }

    int perRegister() {
        return bits >= 32 ? 1 : 32 / bits;
    }

    /**
     * The value of the {@code e}-th element in a register.
     *
     * @param arithmetic what becomes of the bits that a tf32 drops
     */
    double value(long word, int e, Arithmetic arithmetic) {
        if (this == F64) {
            return Double.longBitsToDouble(word);
        }
        long pattern = word >>> e * bits & Bits.mask(bits);
        if (this == TF32) {
            boolean held = (pattern & 0x1FFF) == 0;
            return format.toDouble(held ? pattern >>> 13 : arithmetic.toTf32(pattern));
        }
        if (format != null) {
            return format.toDouble(pattern);
        }
        return name().startsWith("S") ? Bits.signed(pattern, bits) : pattern;
    }
}

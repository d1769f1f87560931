package io.heddle.replay;

import io.heddle.replay.machine.Repair;
import io.heddle.term.ElementType;

/** Patterns of inputs that a {@link Repair} replaces. */
final class SpecialPatterns {
    /**
     * Where the exponents of float formats lie, in units of some bits.
     *
     * @param bits of a unit
     * @param exponent all ones in infinities and NaN
     */
    private record Exponent(int bits, long exponent) {}

    private static final Exponent[] EXPONENTS = {
        new Exponent(64, 0x7ffL << 52),
        new Exponent(32, 0xffL << 23),
        new Exponent(16, 0x1fL << 10), // f16
        new Exponent(16, 0xffL << 7), // bf16
        new Exponent(8, 0x1fL << 2), // e5m2; and e4m3, whose NaN is 0x7f
    };

    private SpecialPatterns() {}

    static boolean isReplacedBy(Repair repair) {
        return repair == Repair.NEGATIVE_ZERO_TO_POSITIVE
                || repair == Repair.SPECIAL_WORD_TO_NUMBER;
    }

    /** What becomes of an element's pattern. */
    static long repaired(long bits, ElementType type, Repair repair) {
        if (type.isFloat()) {
            boolean zero = bits == 1L << type.bits() - 1;
            return zero && repair == Repair.NEGATIVE_ZERO_TO_POSITIVE ? 0 : bits;
        }
        return repair == Repair.SPECIAL_WORD_TO_NUMBER ? number(bits, type.bits()) : bits;
    }

    /** The lowest bit of each exponent of ones is cleared. */
    private static long number(long word, int width) {
        long result = word;
        for (Exponent e : EXPONENTS) {
            for (int at = 0; at + e.bits() <= width; at += e.bits()) {
                long field = e.exponent() << at;
                if ((result & field) == field) {
                    result &= ~Long.lowestOneBit(field);
                }
            }
        }
        return result;
    }
}

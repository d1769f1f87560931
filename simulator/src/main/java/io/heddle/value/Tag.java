package io.heddle.value;

import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;

/**
 * What a register lane or memory cell holds, as a byte beside a 64-bit payload.
 *
 * <p>The float tags are the ordinals of {@link FloatFormat} plus one, so that {@code tag - 1} finds
 * the format.
 */
public final class Tag {
    /** The payload is the bit pattern, zero-extended. */
    public static final byte CONCRETE = 0;

    public static final byte F16 = 1;
    public static final byte BF16 = 2;
    public static final byte F32 = 3;
    public static final byte F64 = 4;
    public static final byte E4M3 = 5;
    public static final byte E5M2 = 6;

    /** A symbolic integer; payload: see {@link #integer(int, int, boolean)}. */
    public static final byte INT = 8;

    /** A predicate; the payload is a condition term. */
    public static final byte PRED = 9;

    /** Undefined as a whole, of any width; the payload is an UNDEFINED term. */
    public static final byte UNDEFINED = 10;

    /** A concatenation; the pieces are in the parallel object array. */
    public static final byte PIECES = 11;

    /** A memory cell that was never touched. */
    public static final byte UNTOUCHED = 12;

    /**
     * One of two values by a condition, whose view is not fixed yet; the payload is an index into
     * {@link Choices}.
     */
    public static final byte CHOICE = 13;

    private static final FloatFormat[] FORMATS = FloatFormat.values();

    private Tag() {}

    public static byte of(FloatFormat format) {
        return (byte) (format.ordinal() + 1);
    }

    public static boolean isFloat(byte tag) {
        return tag >= F16 && tag <= E5M2;
    }

    public static FloatFormat format(byte tag) {
        return FORMATS[tag - 1];
    }

    /**
     * Payload of an INT: the term is the value of a {@code width}-bit pattern read as signed or
     * unsigned.
     */
    public static long integer(int term, int width, boolean signed) {
        return term & 0xffffffffL | (long) width << 32 | (signed ? 1L << 48 : 0);
    }

    /**
     * Payload of an INT whose term is congruent to the pattern modulo 2^width, and may be no number
     * of that width.
     *
     * @param signed how it is read if it must be a number
     */
    static long modular(int term, int width, boolean signed) {
        return integer(term, width, signed) | 1L << 49;
    }

    /** True if the term of an INT is no more than congruent to its pattern. */
    public static boolean isModular(long payload) {
        return (payload >>> 49 & 1) != 0;
    }

    public static int term(long payload) {
        return (int) payload;
    }

    public static int width(long payload) {
        return (int) (payload >>> 32) & 0xff;
    }

    public static boolean signed(long payload) {
        return (payload >>> 48 & 1) != 0;
    }

    /** The tag of an element of {@code type} that is a term. */
    public static byte of(ElementType type) {
        return type.isFloat() ? of(type.format()) : INT;
    }

    /** The payload of an element of {@code type} that is {@code term}. */
    public static long payload(ElementType type, int term) {
        return type.isFloat() ? term : integer(term, type.bits(), type.isSigned());
    }
}

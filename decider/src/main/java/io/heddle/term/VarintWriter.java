package io.heddle.term;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Appends integers in seven-bit groups, least first, to a growing byte array. */
final class VarintWriter {
    private byte[] bytes;
    private int length;

    VarintWriter(int expected) {
        bytes = new byte[Math.max(16, expected)];
    }

    /** Bytes written so far. */
    int length() {
        return length;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    void unsigned(int value) {
        ensure(5);
        while ((value & ~0x7f) != 0) {
            bytes[length++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        bytes[length++] = (byte) value;
    }

    /** Small magnitudes of either sign are short: 0, −1, 1, −2 … become 0, 1, 2, 3 … */
    void signed(int value) {
        unsigned(value << 1 ^ value >> 31);
    }

    void unsigned(long value) {
        ensure(10);
        while ((value & ~0x7fL) != 0) {
            bytes[length++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        bytes[length++] = (byte) value;
    }

    void text(String text) {
        raw(text.getBytes(StandardCharsets.UTF_8));
    }

    void rational(Rational r) {
        integer(r.numerator());
        integer(r.denominator());
    }

    private void integer(BigInteger n) {
        raw(n.toByteArray());
    }

    private void raw(byte[] value) {
        unsigned(value.length);
        ensure(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}

package io.heddle.term;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what a {@link VarintWriter} wrote. */
final class VarintReader {
    private final byte[] bytes;
    private int position;

    VarintReader(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean atEnd() {
        return position == bytes.length;
    }

    int unsigned() {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = bytes[position++];
            value |= (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }

    int signed() {
        int value = unsigned();
        return value >>> 1 ^ -(value & 1);
    }

    long unsignedLong() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = bytes[position++];
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }

    String text() {
        return new String(raw(), StandardCharsets.UTF_8);
    }

    Rational rational() {
        BigInteger numerator = new BigInteger(raw());
        return Rational.of(numerator, new BigInteger(raw()));
    }

    private byte[] raw() {
        int n = unsigned();
        position += n;
        return Arrays.copyOfRange(bytes, position - n, position);
    }
}

package io.heddle.sync.shadow;

/** How the identities of {@link WrittenBytes} are laid out, and how they are cut. */
final class ByteIdentity {
    static final long KNOWN = 1L << 62;
    static final long SYMBOLIC = 1L << 61;
    static final int KIND_SHIFT = 40;

    private ByteIdentity() {}

    /** The identity of {@code bytes} of the bytes with identity {@code whole}, cut out of them. */
    static long part(long whole, int displacement, int bytes) {
        if (whole == WrittenBytes.UNKNOWN) {
            return WrittenBytes.UNKNOWN;
        }
        if ((whole & KNOWN) == 0) {
            return whole + ((long) displacement << Integer.SIZE);
        }
        long pattern = (whole & 0xffffffffL) >>> displacement * Byte.SIZE;
        return KNOWN | (pattern & (1L << bytes * Byte.SIZE) - 1);
    }
}

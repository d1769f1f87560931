package io.heddle.sync.shadow;

/**
 * What the lanes of a warp write with one store: an identity for each stretch of bytes.
 *
 * <p>An identity is equal only for equal bytes, whatever the width of the stores; {@link #UNKNOWN}
 * is equal to nothing. Known bytes are their own identity. Bytes of something symbolic are known by
 * its number and where they lie in it. Both can be cut when cells become smaller.
 */
@FunctionalInterface
public interface WrittenBytes {
    /** The identity of bytes that are equal to none. */
    long UNKNOWN = 0;

    /**
     * The identity of bytes that a lane writes.
     *
     * @param displacement from the start of the lane's access
     * @param bytes 1, 2 or 4, at a multiple of themselves
     */
    long at(int lane, int displacement, int bytes);

    /** The identity of at most four known bytes, little-endian. */
    static long known(long pattern) {
        return ByteIdentity.KNOWN | (pattern & 0xffffffffL);
    }

    /**
     * The identity of bytes of something symbolic.
     *
     * @param kind of the source, below 2<sup>16</sup>
     * @param source its number among those of its kind
     * @param displacement from the start of the source, below 256
     */
    static long symbolic(int kind, int source, int displacement) {
        return ByteIdentity.SYMBOLIC
                | (long) kind << ByteIdentity.KIND_SHIFT
                | (long) displacement << Integer.SIZE
                | (source & 0xffffffffL);
    }
}

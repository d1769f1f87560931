package io.heddle.sync.shadow;

/**
 * An access of neighbouring bytes by one thread.
 *
 * @param condition under which it is made: a number that means something to the caller alone, or
 *     {@link #ALWAYS}
 * @param kind of an atomic, else 0 (see {@link Shadow#atomic})
 * @param ctaScope an atomic has CTA scope
 * @param values what a write writes to its bytes, or null if that is not known
 * @param lane of {@code values}
 */
public record Access(
        Sort sort,
        int condition,
        int thread,
        int instruction,
        long offset,
        int bytes,
        int kind,
        boolean ctaScope,
        WrittenBytes values,
        int lane) {
    /** The condition of what is certainly done. */
    public static final int ALWAYS = -1;

    /** What an access does. */
    public enum Sort {
        /** It reads. */
        READ,
        /** It reads through the non-coherent cache. */
        NON_COHERENT_READ,
        /** It writes. */
        WRITE,
        /** It reads and writes at once. */
        ATOMIC
    }

    /** A read. */
    public static Access read(int condition, int thread, int instruction, long offset, int bytes) {
        return plain(Sort.READ, condition, thread, instruction, offset, bytes);
    }

    /** A read through the non-coherent cache. */
    public static Access readNonCoherent(
            int condition, int thread, int instruction, long offset, int bytes) {
        return plain(Sort.NON_COHERENT_READ, condition, thread, instruction, offset, bytes);
    }

    /** A write of something unknown. */
    public static Access write(int condition, int thread, int instruction, long offset, int bytes) {
        return plain(Sort.WRITE, condition, thread, instruction, offset, bytes);
    }

    private static Access plain(
            Sort sort, int condition, int thread, int instruction, long offset, int bytes) {
        return new Access(sort, condition, thread, instruction, offset, bytes, 0, false, null, 0);
    }

    /** A write of {@code newValues}, which may be null, by a lane. */
    public Access of(WrittenBytes newValues, int ofLane) {
        return new Access(
                sort,
                condition,
                thread,
                instruction,
                offset,
                bytes,
                kind,
                ctaScope,
                newValues,
                ofLane);
    }

    /** An atomic. */
    public static Access atomic(
            int condition,
            int thread,
            int instruction,
            long offset,
            int bytes,
            int kind,
            boolean ctaScope) {
        return new Access(
                Sort.ATOMIC,
                condition,
                thread,
                instruction,
                offset,
                bytes,
                kind,
                ctaScope,
                null,
                0);
    }

    boolean writes() {
        return sort == Sort.WRITE || sort == Sort.ATOMIC;
    }

    /** The kind of an atomic of its extent. */
    long extentKind() {
        return (long) kind << Byte.SIZE | (bytes & 0xff);
    }

    /** The identity of bytes from {@code at} of the memory object on, which it writes. */
    long value(long at, int count) {
        return values == null ? WrittenBytes.UNKNOWN : values.at(lane, (int) (at - offset), count);
    }

    boolean meets(Access other) {
        return offset < other.offset + other.bytes && other.offset < offset + bytes;
    }
}

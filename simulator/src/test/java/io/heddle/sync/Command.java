package io.heddle.sync;

import java.util.Locale;

/**
 * A command of a thread program (WEFT, section 3.1), and what is added to that language here:
 * accesses with byte extents, reductions, barriers without a count and barriers of a warp.
 */
sealed interface Command {
    /** The count of a barrier over all threads that have not exited. */
    int LIVE = -1;

    /** What an access does. */
    enum Sort {
        READ,
        WRITE,
        /** An atomic addition whose result is not used. */
        ADD
    }

    /** What a registration does. */
    enum Verb {
        SYNC,
        ARRIVE,
        RED
    }

    /**
     * An access of shared memory.
     *
     * @param offset of its first byte, for lane 0 of the warp
     * @param stride by how much the offset grows from lane to lane, or {@link #FIRST}: only the
     *     first lane of the thread accesses memory, at {@code offset}
     */
    record Access(Sort sort, int offset, int bytes, int stride) implements Command {
        /** Instead of a stride: one lane only. */
        static final int FIRST = -1;

        /** The lanes of a thread that access memory. */
        int lanes(CtaProgram.ThreadProgram thread) {
            return stride == FIRST ? Integer.lowestOneBit(thread.lanes()) : thread.lanes();
        }

        int offset(int lane) {
            return offset + Math.max(0, stride) * lane;
        }

        /** True if two lanes with these accesses touch a byte in common and the order matters. */
        boolean conflicts(int lane, Access other, int otherLane) {
            int at = offset(lane);
            int otherAt = other.offset(otherLane);
            boolean overlap = at < otherAt + other.bytes && otherAt < at + bytes;
            boolean additions =
                    sort == Sort.ADD
                            && other.sort == Sort.ADD
                            && at == otherAt
                            && bytes == other.bytes;
            return overlap && !additions && (sort != Sort.READ || other.sort != Sort.READ);
        }

        @Override
        public String toString() {
            return sort.name().toLowerCase(Locale.ROOT)
                    + " "
                    + offset
                    + " "
                    + bytes
                    + (stride == FIRST ? "" : " " + stride);
        }
    }

    /**
     * A barrier: one of 16, or the one of a warp's lanes.
     *
     * @param id of a named barrier, or -1
     * @param warp that a warp barrier belongs to, or -1
     * @param mask of a warp barrier, else 0
     */
    record Place(int id, int warp, int mask) {
        static Place named(int id) {
            return new Place(id, -1, 0);
        }

        static Place ofWarp(int warp, int mask) {
            return new Place(-1, warp, mask);
        }

        boolean isNamed() {
            return id >= 0;
        }
    }

    /**
     * A thread registers at a barrier.
     *
     * @param count of threads, or {@link #LIVE}; of a warp barrier always that
     */
    record Register(Verb verb, Place place, int count) implements Command {
        boolean waits() {
            return verb != Verb.ARRIVE;
        }

        @Override
        public String toString() {
            return place.isNamed()
                    ? verb.name().toLowerCase(Locale.ROOT)
                            + " "
                            + place.id()
                            + (count == LIVE ? "" : " " + count)
                    : "warp " + Integer.toHexString(place.mask());
        }
    }
}

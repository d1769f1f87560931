package io.heddle.sync;

import java.util.Locale;

/**
 * A command of a thread program (WEFT, section 3.1), and what is added to that language here:
 * accesses with byte extents, reductions, barriers without a count and barriers of a warp.
 */
sealed interface Command {
    /** The count of a barrier over all threads that have not exited. */
    int LIVE = -1;

    /** Lanes of a warp. */
    int WARP = 32;

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
            return stride == FIRST ? offset : offset + stride * lane;
        }

        /** The first byte after all that a thread accesses. */
        private int end(CtaProgram.ThreadProgram thread) {
            return offset(WARP - 1 - Integer.numberOfLeadingZeros(lanes(thread))) + bytes;
        }

        /** True if two lanes touch a byte in common, and the order of their accesses matters. */
        boolean conflicts(
                CtaProgram.ThreadProgram thread, Access other, CtaProgram.ThreadProgram owner) {
            if ((sort == Sort.READ && other.sort == Sort.READ)
                    || end(thread) <= other.offset
                    || other.end(owner) <= offset) {
                return false;
            }
            for (int rest = lanes(thread); rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                for (int others = other.lanes(owner); others != 0; others &= others - 1) {
                    int otherLane = Integer.numberOfTrailingZeros(others);
                    boolean same = lane == otherLane && thread.isSameAs(owner);
                    if (!same && overlaps(lane, other, otherLane)) {
                        return true;
                    }
                }
            }
            return false;
        }

        /** True if two lanes touch a byte in common, and do not both add to the same number. */
        private boolean overlaps(int lane, Access other, int otherLane) {
            int at = offset(lane);
            int otherAt = other.offset(otherLane);
            boolean additions = sort == Sort.ADD && other.sort == Sort.ADD;
            boolean sameExtent = at == otherAt && bytes == other.bytes;
            return at < otherAt + other.bytes && otherAt < at + bytes && !(additions && sameExtent);
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
     * @param label of the instruction if it is an aligned one, which all threads of the warp must
     *     execute; else {@link #UNALIGNED}
     */
    record Register(Verb verb, Place place, int count, int label) implements Command {
        /** Instead of a label. */
        static final int UNALIGNED = -1;

        Register(Verb verb, Place place, int count) {
            this(verb, place, count, UNALIGNED);
        }

        boolean waits() {
            return verb != Verb.ARRIVE;
        }

        boolean isAligned() {
            return label != UNALIGNED;
        }

        @Override
        public String toString() {
            return place.isNamed()
                    ? verb.name().toLowerCase(Locale.ROOT)
                            + (isAligned() ? "@" + label : "")
                            + " "
                            + place.id()
                            + (count == LIVE ? "" : " " + count)
                    : "warp " + Integer.toHexString(place.mask());
        }
    }
}

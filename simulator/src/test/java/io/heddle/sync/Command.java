package io.heddle.sync;

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
     * @param offset of its first byte
     */
    record Access(Sort sort, int offset, int bytes) implements Command {
        /** True if the two touch a byte in common and their order matters. */
        boolean conflicts(Access other) {
            boolean overlap = offset < other.offset + other.bytes && other.offset < offset + bytes;
            boolean additions = sort == Sort.ADD && equals(other);
            return overlap && !additions && (sort != Sort.READ || other.sort != Sort.READ);
        }

        @Override
        public String toString() {
            return sort.name().toLowerCase(java.util.Locale.ROOT) + " " + offset + " " + bytes;
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
                    ? verb.name().toLowerCase(java.util.Locale.ROOT)
                            + " "
                            + place.id()
                            + (count == LIVE ? "" : " " + count)
                    : "warp " + Integer.toHexString(place.mask());
        }
    }
}

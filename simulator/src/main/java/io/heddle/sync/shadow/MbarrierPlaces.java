package io.heddle.sync.shadow;

import java.util.Map;
import java.util.TreeMap;

/**
 * The mbarriers that live in one memory object. Only mbarrier operations may access their bytes:
 * any other access is undefined (PTX ISA, Parallel Synchronization and Communication Instructions:
 * mbarrier), however it is ordered.
 */
final class MbarrierPlaces {
    private static final int BYTES = 8;

    private final TreeMap<Long, Place> places = new TreeMap<>();

    /** Who initialised an mbarrier, and where. */
    record Place(int thread, int instruction) {}

    void add(long offset, int thread, int instruction) {
        places.put(offset, new Place(thread, instruction));
    }

    void remove(long offset) {
        places.remove(offset);
    }

    /** True if some of the bytes are of an mbarrier. */
    boolean meets(long offset, long bytes) {
        return first(offset, bytes) != null;
    }

    /** Reports an mbarrier that an access by the current thread touches. */
    void report(long offset, int bytes, ConflictReport report) {
        Map.Entry<Long, Place> e = first(offset, bytes);
        if (e != null) {
            report.mbarrier(
                    e.getValue().thread, e.getValue().instruction, Math.max(offset, e.getKey()));
        }
    }

    /** The last mbarrier that begins before the end of these bytes and overlaps them, or null. */
    private Map.Entry<Long, Place> first(long offset, long bytes) {
        Map.Entry<Long, Place> e = places.floorEntry(offset + bytes - 1);
        return e == null || e.getKey() + BYTES <= offset ? null : e;
    }
}

package io.heddle.spark;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How long something was worked on by several tasks: time in which more than one of them was at
 * work counts once. All times are nanoseconds of one clock. Not thread-safe.
 */
final class WorkedTime {
    private final NavigableMap<Long, Long> spans = new TreeMap<>(); // disjoint, beginning to end
    private long nanos;

    /** Counts the time from {@code begin} to {@code end}. */
    void add(long begin, long end) {
        long from = begin;
        long to = end;
        for (Map.Entry<Long, Long> other = spans.floorEntry(to);
                other != null && other.getValue() >= from;
                other = spans.floorEntry(to)) {
            from = Math.min(from, other.getKey());
            to = Math.max(to, other.getValue());
            nanos -= other.getValue() - other.getKey();
            spans.remove(other.getKey());
        }
        spans.put(from, to);
        nanos += to - from;
    }

    /** Nanoseconds in all. */
    long nanos() {
        return nanos;
    }
}

package io.heddle.lift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A set of vectors that some indices run through, each from 0 to an extent: a start plus multiples
 * of strides, the last of which runs fastest.
 */
final class Box {
    private Box() {}

    /**
     * The strides by which sorted vectors are a box; a single vector has none.
     *
     * @return empty if they are no box
     */
    static Optional<List<long[]>> strides(List<long[]> sorted) {
        List<long[]> strides = new ArrayList<>();
        List<long[]> heads = sorted;
        while (heads.size() > 1) {
            long[] stride = difference(heads.get(1), heads.get(0));
            List<long[]> next = heads(heads, stride);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            strides.add(stride);
            heads = next;
        }
        Collections.reverse(strides);
        return Optional.of(strides);
    }

    /**
     * How many vectors there are along each of the strides.
     *
     * @return empty if the vectors are no box of these strides
     */
    static Optional<long[]> extents(List<long[]> sorted, List<long[]> strides) {
        long[] extents = new long[strides.size()];
        if (sorted.isEmpty()) {
            return Optional.of(extents); // of nothing
        }
        List<long[]> heads = sorted;
        for (int d = strides.size() - 1; d >= 0; d--) {
            List<long[]> next = heads(heads, strides.get(d));
            if (next.isEmpty()) {
                return Optional.empty();
            }
            extents[d] = heads.size() / next.size();
            heads = next;
        }
        return heads.size() == 1 ? Optional.of(extents) : Optional.empty();
    }

    /** The first vectors of runs along a stride, all equally long; none if they are not. */
    private static List<long[]> heads(List<long[]> vectors, long[] stride) {
        int length = 1;
        while (length < vectors.size() && follows(vectors, length, stride)) {
            length++;
        }
        List<long[]> heads = new ArrayList<>();
        for (int i = 0; i < vectors.size(); i++) {
            if (i % length == 0) {
                heads.add(vectors.get(i));
            } else if (!follows(vectors, i, stride)) {
                return List.of();
            }
        }
        return vectors.size() % length == 0 ? heads : List.of();
    }

    private static boolean follows(List<long[]> vectors, int i, long[] stride) {
        return Arrays.equals(difference(vectors.get(i), vectors.get(i - 1)), stride);
    }

    private static long[] difference(long[] a, long[] b) {
        long[] difference = new long[Math.max(a.length, b.length)];
        if (a.length != b.length) {
            Arrays.fill(difference, Long.MAX_VALUE); // of different lengths: equal to nothing
            return difference;
        }
        for (int i = 0; i < a.length; i++) {
            difference[i] = a[i] - b[i];
        }
        return difference;
    }
}

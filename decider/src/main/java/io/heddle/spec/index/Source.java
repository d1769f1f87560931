package io.heddle.spec.index;

import java.io.Serializable;
import java.util.List;

/** What has elements that can be read: an input or a definition. */
public sealed interface Source extends Serializable permits Input, Definition {
    /** Its name in the formula; of what has none, how it came about. */
    String name();

    /** Its extents, outermost first; empty for a scalar. */
    List<Integer> shape();

    /** The number of elements. */
    default long size() {
        long size = 1;
        for (int extent : shape()) {
            size = Math.multiplyExact(size, (long) extent);
        }
        return size;
    }

    /** The row-major index of an element, or -1 if an index is out of range. */
    default long flat(long[] index) {
        long flat = 0;
        for (int d = 0; d < index.length; d++) {
            int extent = shape().get(d);
            if (index[d] < 0 || index[d] >= extent) {
                return -1;
            }
            flat = flat * extent + index[d];
        }
        return flat;
    }
}

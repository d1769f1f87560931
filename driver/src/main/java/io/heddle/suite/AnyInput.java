package io.heddle.suite;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Asks for a verdict that holds for all data and all symbolic scalars of a kernel.
 *
 * @param assumptions conditions over scalars by name, {@code blockDim.x}, {@code gridDim.x} …
 * @param extents of tensors by name where no number gives their size: expressions over scalars,
 *     whose product is the number of elements; none of a tensor whose size is not known
 * @param anyGrid true for any number of blocks, in the dimensions that the kernel reads; false for
 *     the grid of the launch
 */
public record AnyInput(List<String> assumptions, Map<String, List<String>> extents, boolean anyGrid)
        implements Serializable {
    /** Copies the collections. */
    public AnyInput {
        assumptions = List.copyOf(assumptions);
        extents = new TreeMap<>(extents);
    }
}

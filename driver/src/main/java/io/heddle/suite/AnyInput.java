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
 * @param shape the sizes of the launch as the user wrote them, if only the ranges of indices are
 *     asked for, neither races nor divergence; else null
 */
public record AnyInput(
        List<String> assumptions, Map<String, List<String>> extents, boolean anyGrid, String shape)
        implements Serializable {
    /** Asks for all that a verdict for all inputs says. */
    public AnyInput(List<String> assumptions, Map<String, List<String>> extents, boolean anyGrid) {
        this(assumptions, extents, anyGrid, null);
    }

    /**
     * Asks for the ranges of indices at the launch of the kernel, for all data.
     *
     * @param shape the sizes of the launch as the user wrote them
     * @param extents of tensors by name that have more elements than a shape can say
     */
    public static AnyInput indices(String shape, Map<String, List<String>> extents) {
        return new AnyInput(List.of(), extents, false, shape);
    }

    /** Copies the collections. */
    public AnyInput {
        assumptions = List.copyOf(assumptions);
        extents = new TreeMap<>(extents);
    }
}

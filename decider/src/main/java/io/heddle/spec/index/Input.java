package io.heddle.spec.index;

import io.heddle.term.ElementType;
import java.util.List;

/**
 * A tensor or scalar that a formula is given.
 *
 * @param name of the tensor
 * @param type of its elements
 * @param shape its extents; empty for a scalar
 */
public record Input(String name, ElementType type, List<Integer> shape) implements Source {
    /** Copies the shape. */
    public Input {
        shape = List.copyOf(shape);
    }

    /** True if its elements are integers. */
    public boolean isInteger() {
        return !type.isFloat();
    }
}

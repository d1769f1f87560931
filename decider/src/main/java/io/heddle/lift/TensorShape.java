package io.heddle.lift;

import io.heddle.term.ElementType;
import java.util.List;

/**
 * A tensor of the launch, or a scalar argument.
 *
 * @param shape its extents, outermost first; empty for a scalar
 * @param extents how the user spells them
 */
public record TensorShape(
        String name, ElementType type, List<Integer> shape, List<String> extents) {
    /** Copies the lists. */
    public TensorShape {
        shape = List.copyOf(shape);
        extents = List.copyOf(extents);
    }
}

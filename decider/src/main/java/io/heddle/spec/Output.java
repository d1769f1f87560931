package io.heddle.spec;

import io.heddle.spec.index.Definition;
import io.heddle.term.ElementType;
import java.util.List;

/**
 * A definition that a kernel is to write.
 *
 * @param definition its elements
 * @param type that its declaration states, or f32
 * @param shape its extents; a number has one element
 */
public record Output(Definition definition, ElementType type, List<Integer> shape) {
    /** Copies the shape. */
    public Output {
        shape = List.copyOf(shape);
    }
}

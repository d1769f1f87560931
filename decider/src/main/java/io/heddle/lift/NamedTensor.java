package io.heddle.lift;

import java.util.List;

/**
 * A tensor that the formula gives a name: a row's maximum, a mean. Two are equal only if they are
 * the same object.
 */
final class NamedTensor {
    private final List<Index> indices;
    private final Expr body;

    /**
     * @param indices of an element
     * @param body the element
     */
    NamedTensor(List<Index> indices, Expr body) {
        this.indices = List.copyOf(indices);
        this.body = body;
    }

    List<Index> indices() {
        return indices;
    }

    Expr body() {
        return body;
    }
}

package io.heddle.sim;

import io.heddle.launch.TensorSpec;
import java.util.BitSet;

/**
 * The final contents of a tensor.
 *
 * @param spec the tensor
 * @param terms term of each element by row-major index; 0 where the element's final contents are
 *     not a whole value of the tensor's type
 * @param written elements that the launch stored to, by row-major index
 */
public record OutputTensor(TensorSpec spec, int[] terms, BitSet written) {
    @Override
    public boolean equals(Object o) {
        return this == o;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}

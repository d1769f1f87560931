package io.heddle.simulate;

import io.heddle.launch.TensorSpec;
import java.util.BitSet;
import java.util.Map;

/**
 * The final contents of a tensor: the term of each element, by its row-major index, and which
 * elements the launch stored to.
 */
public final class OutputTensor {
    private final TensorSpec spec;
    private final int[] terms;
    private final BitSet written;
    private final Map<Integer, String> unreadable;
    private final int size;

    /**
     * Makes the contents; the arrays are not copied.
     *
     * @param spec the tensor
     * @param terms the term of each element; 0 if its final contents are not a whole value of the
     *     tensor's type, or if it still has its unknown value from before the launch; empty if
     *     nothing was stored
     * @param written the elements that the launch stored to
     */
    public OutputTensor(TensorSpec spec, int[] terms, BitSet written) {
        this(spec, terms, written, Map.of());
    }

    /**
     * Makes the contents; the arrays are not copied.
     *
     * @param unreadable by element: why its contents are not a whole value of the tensor's type
     */
    OutputTensor(TensorSpec spec, int[] terms, BitSet written, Map<Integer, String> unreadable) {
        this.unreadable = Map.copyOf(unreadable);
        this.spec = spec;
        this.terms = terms;
        this.written = written;
        this.size = Math.toIntExact(spec.size());
    }

    /** The tensor. */
    public TensorSpec spec() {
        return spec;
    }

    /** The number of elements. */
    public int size() {
        return size;
    }

    /**
     * The term of the element with row-major index {@code flat}; 0 if its contents are not a whole
     * value of the type, or if it still has its unknown value from before the launch.
     */
    public int term(int flat) {
        return flat < terms.length ? terms[flat] : 0;
    }

    /**
     * Why the contents of an element are not a whole value of the tensor's type; null if they are.
     */
    public String unreadable(int flat) {
        return unreadable.get(flat);
    }

    /** True if the launch stored to the element with row-major index {@code flat}. */
    public boolean isWritten(int flat) {
        return written.get(flat);
    }

    /** The first element from {@code flat} on that the launch stored to, or −1. */
    public int nextWritten(int flat) {
        return written.nextSetBit(flat);
    }
}

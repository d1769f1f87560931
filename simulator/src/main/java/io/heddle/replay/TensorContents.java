package io.heddle.replay;

import io.heddle.launch.TensorSpec;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The bit patterns of a tensor's elements by row-major index, and which of them are known. */
public final class TensorContents {
    private final ElementType type;
    private final long[] bits;
    private final BitSet defined;

    private TensorContents(ElementType type, long[] bits, BitSet defined) {
        this.type = type;
        this.bits = bits;
        this.defined = defined;
    }

    /** Contents of which every element is given by its pattern; copies the array. */
    public static TensorContents ofBits(ElementType type, long[] bits) {
        BitSet all = new BitSet();
        all.set(0, bits.length);
        return new TensorContents(type, bits.clone(), all);
    }

    /** Contents of given patterns of which only those in {@code defined} count; takes them over. */
    static TensorContents partly(ElementType type, long[] bits, BitSet defined) {
        return new TensorContents(type, bits, defined);
    }

    /** Contents of given values, each rounded to nearest in the element type. */
    public static TensorContents of(ElementType type, List<Rational> values) {
        long[] bits = new long[values.size()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Elements.bits(values.get(i), type);
        }
        return ofBits(type, bits);
    }

    /**
     * The contents that the launch itself prescribes (zero, iota, values), or null where it leaves
     * them open.
     */
    static TensorContents prescribed(TensorSpec spec) {
        int n = Math.toIntExact(spec.size());
        if (spec.init() instanceof TensorSpec.Init.Values v) {
            return of(spec.type(), v.values());
        }
        if (spec.init() instanceof TensorSpec.Init.Zero) {
            return ofBits(spec.type(), new long[n]);
        }
        if (spec.init() instanceof TensorSpec.Init.Iota) {
            long[] bits = new long[n];
            Arrays.setAll(bits, i -> Elements.bits(Rational.of(i), spec.type()));
            return ofBits(spec.type(), bits);
        }
        return null;
    }

    /** The element type. */
    public ElementType type() {
        return type;
    }

    /** The number of elements. */
    public int size() {
        return bits.length;
    }

    /** The pattern of the element with row-major index {@code flat}. */
    public long bits(int flat) {
        return bits[flat];
    }

    /**
     * In an input: true if the element is given. In a result: true if the kernel wrote every byte
     * of it.
     */
    public boolean isDefined(int flat) {
        return defined.get(flat);
    }

    /** The element's value as a double (rounded, for 64-bit integers). */
    public double value(int flat) {
        return Elements.value(bits[flat], type);
    }
}

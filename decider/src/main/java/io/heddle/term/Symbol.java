package io.heddle.term;

import java.io.Serializable;
import java.util.List;

/**
 * A named unknown of the problem: a tensor (its elements are the atoms of terms) or a scalar
 * argument (empty shape, one element).
 *
 * @param name the user's name; equal names on both sides of a pair are the same symbol
 * @param type element type
 * @param shape extents, outermost first; empty for a scalar
 * @param low the least value of each element (an assumption), or null
 * @param high the greatest value of each element, or null
 * @param distinct no two elements are equal (an assumption)
 */
public record Symbol(
        String name,
        ElementType type,
        List<Integer> shape,
        Rational low,
        Rational high,
        boolean distinct)
        implements Serializable {
    /** Copies the shape; a range of integers is cut to the integers of the type. */
    public Symbol {
        shape = List.copyOf(shape);
        if (!type.isFloat()) {
            low = type.least(low);
            high = type.greatest(high);
        }
    }

    /** A symbol whose elements may be equal. */
    public Symbol(String name, ElementType type, List<Integer> shape, Rational low, Rational high) {
        this(name, type, shape, low, high, false);
    }

    /** A symbol without a range. */
    public Symbol(String name, ElementType type, List<Integer> shape) {
        this(name, type, shape, null, null);
    }

    /**
     * The user's spelling of one element, by row-major flat index: {@code x[1,2]}, or {@code alpha}
     * for a scalar.
     */
    public String element(long flat) {
        if (shape.isEmpty()) {
            return name;
        }
        long[] index = index(flat);
        StringBuilder text = new StringBuilder(name).append('[');
        for (int d = 0; d < index.length; d++) {
            text.append(d == 0 ? "" : ",").append(index[d]);
        }
        return text.append(']').toString();
    }

    /** The multi-index of a row-major flat index. */
    public long[] index(long flat) {
        long[] index = new long[shape.size()];
        for (int d = index.length - 1; d > 0; d--) {
            index[d] = flat % shape.get(d);
            flat /= shape.get(d);
        }
        if (index.length > 0) {
            index[0] = flat;
        }
        return index;
    }

    /** The number of elements. */
    public long size() {
        long n = 1;
        for (int extent : shape) {
            n *= extent;
        }
        return n;
    }
}

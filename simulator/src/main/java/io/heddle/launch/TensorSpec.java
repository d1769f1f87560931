package io.heddle.launch;

import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.io.Serializable;
import java.util.List;

/**
 * A tensor in global memory that a pointer argument points to.
 *
 * @param name unique in the pair; equal names are one buffer
 * @param type element type
 * @param shape extents, outermost first
 * @param strides in elements, one a dimension (row-major by default)
 * @param role in, out or inout
 * @param init initial contents
 * @param low least value of an input element (an assumption), or null
 * @param high greatest value, or null
 * @param distinct no two input elements are equal (an assumption)
 */
public record TensorSpec(
        String name,
        ElementType type,
        List<Integer> shape,
        List<Long> strides,
        Role role,
        Init init,
        Rational low,
        Rational high,
        boolean distinct)
        implements Serializable {
    /** Copies the lists; a range of integers is cut to the integers of the type. */
    public TensorSpec {
        shape = List.copyOf(shape);
        strides = List.copyOf(strides);
        if (!type.isFloat()) {
            low = type.least(low);
            high = type.greatest(high);
        }
    }

    /** A tensor whose elements may be equal. */
    public TensorSpec(
            String name,
            ElementType type,
            List<Integer> shape,
            List<Long> strides,
            Role role,
            Init init,
            Rational low,
            Rational high) {
        this(name, type, shape, strides, role, init, low, high, false);
    }

    /** This tensor with another range. */
    public TensorSpec within(Rational least, Rational greatest) {
        return new TensorSpec(name, type, shape, strides, role, init, least, greatest, distinct);
    }

    /** This tensor with other initial contents. */
    public TensorSpec holding(Init contents) {
        return new TensorSpec(name, type, shape, strides, role, contents, low, high, distinct);
    }

    /** What the kernel may do with a tensor. */
    public enum Role {
        IN,
        OUT,
        INOUT,
        /** Holds what one launch leaves for the next; nobody else looks at it. */
        TEMP
    }

    /** The initial contents of a tensor. */
    public sealed interface Init extends Serializable {
        /** Unknown elements. */
        record Symbolic() implements Init {}

        /**
         * What an earlier launch has left: its terms, in the store of the execution.
         *
         * @param terms of each element, 0 where the launch left what was there before
         * @param before what was there before
         */
        record Left(List<Integer> terms, Init before) implements Init {
            /** Copies the list. */
            public Left {
                terms = List.copyOf(terms);
            }
        }

        /** Not initialised. */
        record Undefined() implements Init {}

        /** All zero. */
        record Zero() implements Init {}

        /** Element i is i, in row-major order. */
        record Iota() implements Init {}

        /**
         * Given values.
         *
         * @param values in row-major order; 0 for those in {@code specials}
         * @param specials the elements whose bits no rational number gives, by ascending index
         */
        record Values(List<Rational> values, List<Special> specials) implements Init {
            /** Copies the lists. */
            public Values {
                values = List.copyOf(values);
                specials = List.copyOf(specials);
            }

            /** Values that are numbers, of which no zero has a sign. */
            public Values(List<Rational> values) {
                this(values, List.of());
            }

            /** The special element at an index, or null if it is a number. */
            public Special special(int index) {
                int low = 0;
                int high = specials.size();
                while (low < high) {
                    int middle = (low + high) >>> 1;
                    if (specials.get(middle).index() < index) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                boolean found = low < specials.size() && specials.get(low).index() == index;
                return found ? specials.get(low) : null;
            }
        }

        /**
         * An element that is −0, an infinity or NaN.
         *
         * @param index its row-major index
         * @param bits its pattern in the tensor's type
         */
        record Special(int index, long bits) implements Serializable {}
    }

    /** The symbol whose elements are this tensor's unknowns. */
    public Symbol symbol() {
        return new Symbol(name, type, shape, low, high, distinct);
    }

    /** Row-major strides of a shape. */
    public static List<Long> rowMajor(List<Integer> shape) {
        Long[] strides = new Long[shape.size()];
        long s = 1;
        for (int d = shape.size() - 1; d >= 0; d--) {
            strides[d] = s;
            s *= shape.get(d);
        }
        return List.of(strides);
    }

    /** True if what a launch leaves in it is its result. */
    public boolean isOutput() {
        return role == Role.OUT || role == Role.INOUT;
    }

    /** The number of elements. */
    public long size() {
        return symbol().size();
    }

    /** The number of element slots that the strides span: one more than the greatest offset. */
    public long span() {
        long last = 0;
        for (int d = 0; d < shape.size(); d++) {
            if (shape.get(d) == 0) {
                return 0;
            }
            last += (shape.get(d) - 1L) * strides.get(d);
        }
        return last + 1;
    }

    /** The position in memory, in elements, of the element with row-major index {@code flat}. */
    public long offset(long flat) {
        long offset = 0;
        for (int d = shape.size() - 1; d >= 0; d--) {
            offset += flat % shape.get(d) * strides.get(d);
            flat /= shape.get(d);
        }
        return offset;
    }

    /** True if the strides are the row-major ones, so that {@link #offset} is the identity. */
    public boolean isRowMajor() {
        return strides.equals(rowMajor(shape));
    }
}

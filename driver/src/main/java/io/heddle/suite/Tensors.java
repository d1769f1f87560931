package io.heddle.suite;

import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rules about tensors that the command line and suites share: types, sizes, default contents. */
final class Tensors {
    /** Names of tensors and symbolic scalars. */
    static final String NAME = "[A-Za-z_][A-Za-z0-9_.$]*";

    private static final long MOST_ELEMENTS = Integer.MAX_VALUE;
    private static final long MOST_SLOTS = 1L << 44;

    private Tensors() {}

    /** True if a tensor of this shape can be addressed. */
    static boolean isAddressable(List<Integer> shape) {
        long n = 1;
        for (int extent : shape) {
            n *= extent;
            if (n > MOST_ELEMENTS) {
                return false;
            }
        }
        return true;
    }

    /** The contents if none are stated: in and inout symbolic, out undefined. */
    static Init defaultInit(Role role) {
        return role == Role.OUT || role == Role.TEMP ? new Init.Undefined() : new Init.Symbolic();
    }

    /** Column-major strides of a shape. */
    static List<Long> columnMajor(List<Integer> shape) {
        List<Long> strides = new ArrayList<>();
        long s = 1;
        for (int extent : shape) {
            strides.add(s);
            s *= extent;
        }
        return strides;
    }

    /** True if the offset of every element stays within an address space. */
    static boolean isReachable(List<Integer> shape, List<Long> strides) {
        long span = 0; // below 2^44 elements of at most 8 bytes
        for (int d = 0; d < shape.size(); d++) {
            long extent = shape.get(d) - 1L;
            if (extent > 0 && strides.get(d) > (MOST_SLOTS - span) / extent) {
                return false;
            }
            span += extent * strides.get(d);
        }
        return true;
    }

    /** True if no two elements share a slot. */
    static boolean isInjective(List<Integer> shape, List<Long> strides) {
        List<Integer> order = new ArrayList<>();
        for (int d = 0; d < shape.size(); d++) {
            if (shape.get(d) > 1) {
                order.add(d);
            }
        }
        order.sort((d, e) -> Long.compare(strides.get(d), strides.get(e)));
        long span = 0; // greatest offset of the dimensions so far
        for (int d : order) {
            if (strides.get(d) <= span) {
                return false;
            }
            span += (shape.get(d) - 1L) * strides.get(d);
        }
        return true;
    }

    /** Why {@code value} is not a value of {@code type}, or null if it is. */
    static String misfit(Rational value, ElementType type) {
        if (type.isFloat()) {
            return null;
        }
        if (!value.isInteger()) {
            return value + " is not an integer, but the type is " + type.spelling();
        }
        if (value.compareTo(type.minInteger()) < 0 || value.compareTo(type.maxInteger()) > 0) {
            return value + " is outside " + type.spelling();
        }
        return null;
    }

    /**
     * Why the elements of a tensor cannot be distinct, or null if they can.
     *
     * @param low least number, or null
     * @param high greatest number, or null
     */
    static String notDistinct(
            ElementType type, List<Integer> shape, Init init, Rational low, Rational high) {
        if (type.isFloat()) {
            return "distinct: only elements of integer tensors can be said to be distinct";
        }
        if (!(init instanceof Init.Symbolic)) {
            return "distinct: the tensor's contents are given";
        }
        Rational from = low == null ? type.minInteger() : type.least(low);
        Rational to = high == null ? type.maxInteger() : type.greatest(high);
        BigInteger values = to.subtract(from).floor().add(BigInteger.ONE);
        long elements = shape.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
        return values.compareTo(BigInteger.valueOf(elements)) >= 0
                ? null
                : "distinct: the range holds "
                        + values
                        + " values, the tensor "
                        + elements
                        + " elements";
    }

    /** {@code f32[4,8]}. */
    static String describe(TensorSpec t) {
        return t.type().spelling()
                + t.shape().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(",", "[", "]"));
    }

    /**
     * True if no integer of a type lies in a range.
     *
     * @param from least number, or null
     * @param to greatest number, or null
     */
    static boolean holdsNone(Rational from, Rational to, ElementType type) {
        Rational low = from == null ? type.minInteger() : type.least(from);
        Rational high = to == null ? type.maxInteger() : type.greatest(to);
        return low.compareTo(high) > 0;
    }
}

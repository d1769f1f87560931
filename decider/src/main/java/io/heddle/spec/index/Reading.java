package io.heddle.spec.index;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Where a read goes. */
final class Reading {
    private Reading() {}

    /** The complaint about an integer of a definition that overflows. */
    static FormulaException tooLarge(Definition definition) {
        return new FormulaException(
                definition.place(), "an integer of " + definition.name() + " needs over 64 bits");
    }

    /**
     * The row-major index of what is read; -1 where padding is read.
     *
     * @throws FormulaException if it is out of range and there is no padding
     */
    static long flat(Real.Read read, long[] frame) {
        long[] index = new long[read.index().size()];
        for (int d = 0; d < index.length; d++) {
            index[d] = read.index().get(d).value(frame);
        }
        long flat = read.source().flat(index);
        if (flat < 0 && read.padding() == null) {
            throw new FormulaException(
                    read.place(),
                    read.source().name()
                            + Arrays.stream(index)
                                    .mapToObj(Long::toString)
                                    .collect(Collectors.joining(", ", "[", "]"))
                            + " is out of range, its shape is "
                            + read.source().shape()
                            + "; .pad(0) reads 0 there");
        }
        return flat;
    }
}

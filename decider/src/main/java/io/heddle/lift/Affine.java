package io.heddle.lift;

import java.util.List;
import java.util.Map;

/**
 * An integer that indices decide: a constant and multiples of indices, of their quotients and
 * remainders.
 *
 * @param steps whose factors are not 0
 */
record Affine(long constant, List<Step> steps) {
    /** Copies the list. */
    Affine {
        steps = List.copyOf(steps);
    }

    /** How an index enters. */
    enum Part {
        /** The index itself. */
        WHOLE,
        /** The index divided by the divisor and rounded down. */
        QUOTIENT,
        /** What is left. */
        REMAINDER
    }

    /**
     * A multiple.
     *
     * @param divisor 1 of a whole index
     */
    record Step(long factor, Index index, Part part, long divisor) {
        /** The same multiple of another index. */
        Step of(Index other) {
            return new Step(factor, other, part, divisor);
        }

        /** What the factor multiplies, for a value of the index. */
        long value(long of) {
            return switch (part) {
                case WHOLE -> of;
                case QUOTIENT -> Math.floorDiv(of, divisor);
                case REMAINDER -> Math.floorMod(of, divisor);
            };
        }
    }

    static Affine constant(long value) {
        return new Affine(value, List.of());
    }

    /** The value at a row, whose numbers are those of the indices. */
    long value(List<Index> indices, long[] row) {
        long value = constant;
        for (Step s : steps) {
            value += s.factor() * s.value(row[indices.indexOf(s.index())]);
        }
        return value;
    }

    /** The value where indices have values. */
    long value(Map<Index, Long> at) {
        long value = constant;
        for (Step s : steps) {
            value += s.factor() * s.value(at.get(s.index()));
        }
        return value;
    }

    /** A part of it, where all factors are multiples of a number. */
    Affine divided(long by) {
        return new Affine(
                constant / by,
                steps.stream()
                        .map(s -> new Step(s.factor() / by, s.index(), s.part(), s.divisor()))
                        .toList());
    }

    boolean isConstant() {
        return steps.isEmpty();
    }

    /** True of the index and nothing else. */
    boolean is(Index index) {
        return constant == 0
                && steps.size() == 1
                && steps.get(0).factor() == 1
                && steps.get(0).index() == index
                && steps.get(0).part() == Part.WHOLE;
    }
}

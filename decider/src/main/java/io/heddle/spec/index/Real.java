package io.heddle.spec.index;

import io.heddle.term.Rational;
import java.io.Serializable;
import java.util.List;

/** A number that indices and inputs decide; of some kinds it is always an integer. */
public sealed interface Real extends Serializable {
    /** A rational number. */
    record Exact(Rational value) implements Real {}

    /** The f32 nearest to a decimal: it may stand for a number that it rounds. */
    record Decimal(float value) implements Real {}

    /** π. */
    record Pi() implements Real {}

    /** −∞ or +∞: of an empty maximum or minimum, or what padding reads. */
    record Infinity(boolean negative) implements Real {}

    /** An integer that indices decide. */
    record OfInt(Int integer) implements Real {}

    /**
     * An element of an input or a definition.
     *
     * @param index one integer a dimension
     * @param padding what is read out of range, or null where that is an error
     */
    record Read(Source source, List<Int> index, Real padding, Place place) implements Real {
        /** Copies the list. */
        public Read {
            index = List.copyOf(index);
        }
    }

    /**
     * An element at indices of which integers among the inputs decide some.
     *
     * @param index one integer a dimension, which must be in range for all inputs
     */
    record Gathered(Source source, List<Real> index, Place place) implements Real {
        /** Copies the list. */
        public Gathered {
            index = List.copyOf(index);
        }
    }

    /** {@code a}, where integers are evaluated for nothing but to be in their ranges. */
    record Checked(List<Int> integers, Real a) implements Real {
        /** Copies the list. */
        public Checked {
            integers = List.copyOf(integers);
        }
    }

    /** {@code a % b} of integers: of the sign of b, as in Python. */
    record Modulo(Real a, Real b) implements Real {}

    /** {@code a + b}. */
    record Add(Real a, Real b) implements Real {}

    /** {@code a - b}. */
    record Subtract(Real a, Real b) implements Real {}

    /** {@code a * b}. */
    record Multiply(Real a, Real b) implements Real {}

    /** {@code a / b}. */
    record Divide(Real a, Real b) implements Real {}

    /** {@code a ** n} for an integer n. */
    record Power(Real a, int n) implements Real {}

    /** A function of one number. */
    record Apply(RealFunction function, Real a) implements Real {}

    /** The greater or the lesser of two numbers. */
    record Extremum(boolean isMax, Real a, Real b) implements Real {}

    /** {@code a if guard else b}. */
    record Choice(Guard guard, Real a, Real b) implements Real {}

    /**
     * {@code a if left relation right else b}, where integers among the inputs decide.
     *
     * @param left an integer
     * @param right an integer
     */
    record DataChoice(Relation relation, Real left, Real right, Real a, Real b) implements Real {}

    /**
     * A reduction over indices, the last of which runs fastest.
     *
     * @param guard of the indices that take part
     */
    record Reduce(Reduction reduction, List<Range> ranges, Guard guard, Real body, Place place)
            implements Real {
        /** Copies the list. */
        public Reduce {
            ranges = List.copyOf(ranges);
        }

        /** The complaint about an index of the greatest of no elements. */
        FormulaException ofNothing() {
            return new FormulaException(place, "the " + reduction + " of no elements");
        }
    }

    /**
     * An index that runs from 0.
     *
     * @param slot its place in a frame
     * @param extent how far, exclusively; indices that run before may decide it
     */
    record Range(int slot, Int extent) implements Serializable {}
}

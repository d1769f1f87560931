package io.heddle.condition;

import io.heddle.term.Rational;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A concrete input on which the sides of a verification condition differ.
 *
 * @param tensor output tensor
 * @param index multi-index of the element
 * @param reference the reference's value: a decimal, an exact rational, or NaN, -Infinity, Infinity
 * @param candidate the candidate's value
 * @param inputs value of each input element that the two terms read, by the user's spelling ({@code
 *     x[1,2]}); every value is representable in its tensor's type and inside its range
 * @param difference how the terms differ, in words: {@code candidate lacks A[3,7]*B[7,5]}; may be
 *     empty
 * @param listed false if {@code inputs} says nothing of the point, because many elements differ or
 *     the time was up
 */
public record Counterexample(
        String tensor,
        List<Long> index,
        String reference,
        String candidate,
        Map<String, Rational> inputs,
        String difference,
        boolean listed)
        implements Serializable {
    /** Copies the collections. */
    public Counterexample {
        index = List.copyOf(index);
        inputs = new TreeMap<>(inputs);
    }

    /** One whose inputs are listed. */
    public Counterexample(
            String tensor,
            List<Long> index,
            String reference,
            String candidate,
            Map<String, Rational> inputs,
            String difference) {
        this(tensor, index, reference, candidate, inputs, difference, true);
    }
}

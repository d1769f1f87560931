package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import java.util.List;

/**
 * What is known of a function wherever it is applied.
 *
 * @param parameters variables that stand for its operands
 * @param holds a condition over them and over the function applied to them
 */
public record Axiom(List<BitTerm> parameters, BitTerm holds) {
    /** Copies the list. */
    public Axiom {
        parameters = List.copyOf(parameters);
    }
}

package io.heddle.decide;

import io.heddle.refute.Domain;
import io.heddle.term.FloatFormat;
import java.io.Serializable;

/** What a proof takes for granted. Rules ask for the form and never read the text. */
public sealed interface ProofAssumption extends Serializable {
    /** In the user's words. */
    String text();

    /**
     * A term, or each of several alike, is in the domain of the operation that it is an operand of.
     *
     * @param kind what the domain asks for
     * @param text the condition, or one of them and the number of the others
     */
    record InDomain(Domain.Kind kind, String text) implements ProofAssumption {}

    /**
     * A literal is read as the number that it rounds.
     *
     * @param format of the literal
     * @param text the literal and the number
     */
    record Recovered(FloatFormat format, String text) implements ProofAssumption {}
}

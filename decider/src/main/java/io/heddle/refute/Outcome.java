package io.heddle.refute;

import io.heddle.condition.Counterexample;

/** What the numbers say about one verification condition. */
public sealed interface Outcome {
    /** The sides are rigorously separated at a point of the domain. */
    record Refuted(Counterexample counterexample) implements Outcome {}

    /**
     * No difference was seen.
     *
     * @param points at how many sample points both sides were finite and agreed, numerically
     */
    record Agrees(int points) implements Outcome {}

    /**
     * Nothing can be said from numbers.
     *
     * @param reason no sample point lies in the domain, or a difference is seen that is not
     *     rigorous
     */
    record Unclear(String reason) implements Outcome {}
}

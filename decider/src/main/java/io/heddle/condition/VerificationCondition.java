package io.heddle.condition;

import java.io.Serializable;

/**
 * The claim that two terms of one store are equal over the reals for all inputs.
 *
 * @param tensor name of the output tensor
 * @param index row-major index of the element
 * @param reference the reference's term
 * @param candidate the candidate's term
 */
public record VerificationCondition(String tensor, long index, int reference, int candidate)
        implements Serializable {}

package io.heddle.decide;

import java.io.Serializable;

/**
 * An equality of inner terms on which a proof rests, for a user.
 *
 * @param reference a term of the reference, by its id in the store of the proof
 * @param candidate one of the candidate
 * @param text the equality in the names of the tensors; long terms are cut short
 */
public record ShownLemma(int reference, int candidate, String text) implements Serializable {}

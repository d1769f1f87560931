/**
 * The index layer of formulas: definitions of tensors element by element, over integers that
 * indices decide, reductions and real functions. It is what a formula means; everything else in the
 * language is text over it. Two evaluators share nothing but these records: {@link
 * io.heddle.spec.index.TermEvaluator} for proofs, {@link io.heddle.spec.index.NumberEvaluator} for
 * replays.
 */
package io.heddle.spec.index;

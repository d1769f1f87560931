/**
 * Decides verification conditions: two terms of one store are equal over the reals for all inputs,
 * or differ at a concrete point.
 *
 * <p>{@link io.heddle.decide.Decider} tries the cheapest way first: the same term, refutation by
 * numbers ({@code io.heddle.refute}), exact forms ({@code io.heddle.algebra}), an identity test.
 */
package io.heddle.decide;

/**
 * Decides verification conditions: two terms of one store are equal over the reals for all inputs,
 * or differ at a concrete point.
 *
 * <p>{@link io.heddle.decide.Decider} tries the cheapest way first: the same term, refutation by
 * numbers ({@code io.heddle.refute}), exact forms ({@code io.heddle.algebra}), lemmas, an identity
 * test. {@link io.heddle.decide.MergedGraph} holds the lemmas: inner terms of the two sides that
 * are proved equal once and are one term for all conditions above them. {@link
 * io.heddle.decide.LemmaGraphs} makes it, by several threads or tasks where there are many lemmas.
 * {@link io.heddle.decide.RangeDecider} decides ranges of a pair's conditions in several threads.
 */
package io.heddle.decide;

/**
 * Terms over the reals: a hash-consed directed acyclic graph in primitive arrays.
 *
 * <p>{@link io.heddle.term.TermStore} holds the terms of both kernels of a pair; a term is an
 * {@code int} id, children have smaller ids than their parents, and equal ids mean equal content.
 * Constants are exact. The extended values −∞, +∞, NaN and <em>undefined</em> are constants of
 * their own, and every term carries a class that says which of them it may take.
 *
 * <p>{@code TermNodes} is the storage; what the constructors simplify stands in {@code RealRules}
 * (finite terms), {@code ExtendedRules} (±∞, NaN, undefined) and {@code ConditionRules}; {@code
 * TermClass} says which class a result has.
 */
package io.heddle.term;

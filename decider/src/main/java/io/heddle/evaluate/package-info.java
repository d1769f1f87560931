/**
 * The numbers that terms have at a point: an input for each symbol.
 *
 * <p>{@link io.heddle.evaluate.Cone} holds the part of a term DAG that some roots reach, in
 * topological order. Three evaluators run over it: {@link io.heddle.evaluate.DoubleEvaluator} with
 * doubles, whose results are only hints; {@link io.heddle.evaluate.IntervalEvaluator} with outward
 * rounded intervals of doubles, and {@link io.heddle.evaluate.PreciseEvaluator} with rationals and
 * intervals of decimals. What the last two exclude is excluded over the reals. {@link
 * io.heddle.evaluate.Literals} says whether a literal is read as the constant that recovery found
 * for it; {@link io.heddle.evaluate.GenericReadings} compares two such readings where only
 * arithmetic decides.
 *
 * <p>Invariant: an interval holds every value that the exact term may have at the point, NaN and
 * infinities included, which are kept apart from numbers.
 */
package io.heddle.evaluate;

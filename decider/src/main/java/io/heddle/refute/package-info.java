/**
 * Refutation: looks for an input on which the two sides of a verification condition differ, shrinks
 * it, and explains the difference.
 *
 * <p>{@link io.heddle.refute.Refuter} evaluates conditions at points that {@link
 * io.heddle.refute.SamplePoints}, {@link io.heddle.refute.TiePoints}, {@link
 * io.heddle.refute.StartPoints} and {@link io.heddle.refute.PatternPoints} choose, and {@link
 * io.heddle.refute.Separation} shows with rigorous arithmetic that the sides differ there. {@link
 * io.heddle.refute.Domain} collects the conditions under which every operation of a term is
 * defined. Nothing here proves equality.
 */
package io.heddle.refute;

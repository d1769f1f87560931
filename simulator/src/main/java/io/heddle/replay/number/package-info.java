/**
 * What instructions compute, on bit patterns: integers, floating-point numbers of every format,
 * comparisons, conversions.
 *
 * <p>{@link io.heddle.replay.number.Scalar} is the operation of an instruction of at most three
 * sources; one class for each section of the manual finds it: integer arithmetic (9.7.1), floating
 * point (9.7.3 to 9.7.5), comparison (9.7.6), logic and shifts (9.7.8), conversion (9.7.9). A
 * pattern is a {@code long}, zero-extended; a predicate is 0 or 1. {@link
 * io.heddle.replay.number.BinaryFormat} rounds exactly, as IEEE 754 says.
 *
 * <p>Nothing here knows registers, threads or memory.
 */
package io.heddle.replay.number;

/**
 * Questions about a summary and their answers: two arbitrary threads make two accesses that meet
 * without order; a thread leaves an object; two threads of a block wait at different barriers.
 *
 * <p>{@link io.heddle.anyinput.query.Phases} says which accesses no barrier orders. A question is a
 * condition over two copies of the summary's terms, one for each thread ({@link
 * io.heddle.anyinput.query.ThreadCopy}). It is asked first over the integers, where sums do not
 * wrap by proof or are counted modulo 2<sup>w</sup> ({@link io.heddle.anyinput.query.IntegerText}),
 * and where that loses bits, over bit vectors ({@link io.heddle.anyinput.query.VectorText}).
 */
package io.heddle.anyinput.query;

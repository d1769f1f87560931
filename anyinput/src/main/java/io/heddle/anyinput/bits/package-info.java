/**
 * Expressions over bit strings of fixed widths, with the operations of the theory of fixed-size bit
 * vectors of SMT-LIB: what a register holds, as a function of the thread, the block, the arguments
 * and the iterations of the loops around.
 *
 * <p>{@link io.heddle.anyinput.bits.BitTerms} makes them; equal ones are one object. A term has a
 * {@link io.heddle.anyinput.bits.Level}: for whom it has one value.
 */
package io.heddle.anyinput.bits;

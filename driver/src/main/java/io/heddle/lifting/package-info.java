/**
 * Lifting: says what a kernel computes as a formula, and proves it.
 *
 * <p>{@link io.heddle.lifting.Lifting} executes the kernel at one size, lets {@link
 * io.heddle.lift.Lifter} suggest formulas for its terms, and then does with each what {@code heddle
 * check} does with a formula that a user wrote: the printed text is parsed and compared with the
 * kernel, at every size. Nothing but that comparison is trusted.
 */
package io.heddle.lifting;

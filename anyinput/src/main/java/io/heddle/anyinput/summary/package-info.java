/**
 * What a kernel does to memory, for every thread at once: its accesses, each with its address, the
 * condition under which a thread makes it and the iterations of the loops around; and the barriers
 * between them.
 *
 * <p>{@link io.heddle.anyinput.summary.Summariser} executes the entry once with a symbolic thread.
 * A loop whose end follows from constants is executed round by round; of another one each register
 * gets a closed form in the number of the iteration ({@link
 * io.heddle.anyinput.summary.ClosedForms}), or is a function of it of which nothing is known. So
 * the summary covers all that a thread can do, and may cover more: what is found in it must be
 * confirmed by a run, what is not found cannot happen.
 */
package io.heddle.anyinput.summary;

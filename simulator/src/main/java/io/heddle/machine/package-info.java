/**
 * The machine that executes decoded programs: warps and their registers, CTAs, branches, calls,
 * barriers, and what went wrong.
 *
 * <p>A {@link io.heddle.machine.Step} either computes ({@link io.heddle.machine.ValueStep}) or says
 * where its lanes go ({@link io.heddle.machine.ControlStep}); only branches and what lanes wait at
 * take a guard among the latter. What each instruction does is the business of {@code
 * io.heddle.isa}, which lies above.
 */
package io.heddle.machine;

/**
 * The machine: executes a launch on symbolic inputs and reports what each output element is and
 * what went wrong.
 *
 * <p>A {@link io.heddle.sim.Step} either computes ({@link io.heddle.sim.ValueStep}) or says where
 * its lanes go ({@link io.heddle.sim.ControlStep}); only branches and what lanes wait at take a
 * guard among the latter. {@link io.heddle.sim.PathValues} knows what a value is where a path
 * condition holds.
 */
package io.heddle.sim;

/**
 * Executes a launch on symbolic inputs: decodes the entry, runs every CTA once for each case of the
 * scalar arguments, and returns what each output element is ({@link io.heddle.simulate.Simulator},
 * {@link io.heddle.simulate.SimulationResult}).
 */
package io.heddle.simulate;

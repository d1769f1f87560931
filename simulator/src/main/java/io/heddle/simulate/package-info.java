/**
 * Executes a launch on symbolic inputs. {@link io.heddle.simulate.Simulator} decodes the entry,
 * runs every CTA once for each case of the scalar arguments, and returns the term of each output
 * element ({@link io.heddle.simulate.SimulationResult}). If a program may use addresses as numbers,
 * {@code PlacementIndependence} checks that the result does not depend on them.
 */
package io.heddle.simulate;

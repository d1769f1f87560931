/**
 * Executes a launch on symbolic inputs. {@link io.heddle.simulate.Simulator} decodes the entry with
 * {@link io.heddle.simulate.InstructionSet}, runs every CTA once for each case of the scalar
 * arguments, and returns the term of each output element ({@link
 * io.heddle.simulate.SimulationResult}). {@link io.heddle.simulate.LaunchLimits} refuses launches
 * that no device can have.
 *
 * <p>If a program may use addresses as numbers ({@code AddressUse} looks for it in the text, {@code
 * AddressAudit} in the run, by the rules of {@code AddressRules} and {@code AddressForms}), {@code
 * PlacementIndependence} executes it at other addresses and compares the outcomes.
 */
package io.heddle.simulate;

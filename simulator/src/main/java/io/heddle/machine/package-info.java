/**
 * The machine that executes decoded programs. The package {@code io.heddle.isa}, which lies above,
 * defines what each instruction does.
 *
 * <p><b>Programs.</b> {@code ProgramDecoder} makes a {@link io.heddle.machine.Program} of {@link
 * io.heddle.machine.Step}s; a decoder reads its operands with {@link io.heddle.machine.Decoder}. A
 * step either computes values ({@link io.heddle.machine.ValueStep}) or sets the program counters of
 * its lanes ({@link io.heddle.machine.ControlStep}); of the latter only branches and steps at which
 * lanes wait take a guard.
 *
 * <p><b>Execution.</b> {@link io.heddle.machine.Machine} is one run, {@link io.heddle.machine.Cta}
 * a CTA with its barriers ({@code CtaMbarriers}), {@link io.heddle.machine.Warp} the registers and
 * the scheduler of 32 lanes. {@code SymbolicBranches} executes both sides of a branch whose
 * condition is unknown, between two {@code RegisterSnapshot}s; {@code Meeting} and {@code
 * WaitingStep} hold lanes that wait for others.
 *
 * <p><b>Findings.</b> {@link io.heddle.machine.AddressResolution} finds the object of an access or
 * reports what is wrong, {@code Races} says in words what {@code io.heddle.sync.shadow} found,
 * {@code BarrierReports} what {@code io.heddle.sync.barrier} found, {@code UndefinedValues} what
 * was never written, {@link io.heddle.machine.ScheduleDependence} what another order would change.
 * {@code Reached} says whether the condition of a finding can hold.
 */
package io.heddle.machine;

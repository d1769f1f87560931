/**
 * The machine that executes decoded programs: warps and their registers, CTAs, branches, calls,
 * barriers, and the findings of a run.
 *
 * <p>A {@link io.heddle.machine.Step} either computes values ({@link io.heddle.machine.ValueStep})
 * or sets the program counters of its lanes ({@link io.heddle.machine.ControlStep}); of the latter
 * only branches and steps at which lanes wait take a guard. The package {@code io.heddle.isa},
 * which lies above, defines what each instruction does.
 */
package io.heddle.machine;

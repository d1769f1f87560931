/**
 * The semantics of instructions: one class for each section of the PTX ISA manual (9.7.1 integer
 * arithmetic, 9.7.3 floating point, …).
 *
 * <p>{@link io.heddle.isa.InstructionSet} lists the opcodes. A class decodes an instruction into an
 * {@code io.heddle.machine.Step} once; the step is then applied to the active lanes of a warp.
 * Concrete operands are computed on bits, symbolic ones become terms.
 */
package io.heddle.isa;

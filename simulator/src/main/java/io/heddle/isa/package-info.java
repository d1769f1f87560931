/**
 * The semantics of instructions: one class for each section of the PTX ISA manual (9.7.1 integer
 * arithmetic, 9.7.3 floating point, …); those of matrices are in {@code io.heddle.isa.matrix}.
 *
 * <p>{@code io.heddle.simulate.InstructionSet} says which class decodes an opcode. A class decodes
 * an instruction into an {@link io.heddle.machine.Step} once; the step is then applied to the
 * active lanes of a warp. Concrete operands are computed on bits, symbolic ones become terms. A
 * form that is not modelled is an exception that names the modifier ({@link
 * io.heddle.isa.NotModelled}).
 */
package io.heddle.isa;

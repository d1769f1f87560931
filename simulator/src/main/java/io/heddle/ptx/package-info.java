/**
 * The syntax of PTX: {@link io.heddle.ptx.PtxParser} reads a module into immutable records.
 *
 * <p>The grammar needs one token of lookahead. {@code ModuleBuilder} listens to the parser and
 * translates each statement when it ends; {@code FunctionNames} resolves scopes; {@link
 * io.heddle.ptx.PtxPrinter} writes modules back (tests of two modules use it, for mutants and to
 * check that what is printed parses to the same).
 *
 * <p>A function body is flat: nested scopes are resolved (registers numbered densely, inner names
 * made unique), labels are indices into the instruction list. Every instruction keeps its position
 * in the file and, where {@code .loc} gives it, its CUDA line. The parser does not interpret
 * opcodes: an unknown opcode parses. {@link io.heddle.ptx.Opcode} knows the forms that are
 * modelled, their operands and effects. Source: PTX ISA 9.0, sections 4 to 5, 7.1 and 11.
 */
package io.heddle.ptx;

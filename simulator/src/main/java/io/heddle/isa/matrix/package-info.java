/**
 * The semantics of matrix instructions (PTX ISA 9.7.14): {@code mma}, {@code wmma}, {@code
 * ldmatrix}, {@code stmatrix}, {@code movmatrix}.
 *
 * <p>Which lane and register hold which element is a line of the table in {@code MatrixForm}: what
 * each bit of the element's index and of the lane contributes to row and column. {@code
 * MatrixMultiply} decodes products, {@code MatrixTransfer} and {@code WmmaTransfer} what moves
 * matrices between memory and registers. The replay uses the manual's formulas instead of the
 * table.
 *
 * <p>Inputs are exact reals or integers; an element of the result is a chain of {@code fma} in
 * ascending k. All 32 lanes take part.
 */
package io.heddle.isa.matrix;

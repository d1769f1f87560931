/**
 * Recognises the library functions that nvcc inlines as bit tricks (expf, logf, tanhf, erff, powf,
 * asinf, fmodf, exp, sin and pow of doubles, hexp, …) and replaces each by one pseudo-instruction
 * {@code heddle.NAME.TYPE d, a[, b]}, or one for each half of a pair.
 *
 * <p>Arithmetic of doubles and halves is read as the operations that it is, each with its rounding;
 * of f32 as real numbers.
 *
 * <p>Straight-line code and branches without side effects are read as a directed acyclic graph of
 * real-valued nodes in a normal form. The compiler's own code of each function, compiled from a
 * probe kernel and read by the same reader, is its template. A constant that only this function
 * uses (its anchor) suggests arguments; the template at an argument <em>is</em> a node of the
 * graph, so that finding it needs no search and a near miss cannot match.
 *
 * <p>The sine and the power of doubles call functions that stay functions of the module, and load
 * from tables. Both are operations of the graph that are named by all of the function's code and by
 * the table's bytes ({@code InnerCode}), so that a change there is another operation.
 *
 * <p>The code of conversions from and to floats of 8 bits becomes the instructions of PTX that do
 * the same on later targets ({@code SmallFloats}).
 */
package io.heddle.idiom;

/**
 * Finds a formula for the terms of a kernel's outputs. What is found is a suggestion: nothing here
 * has to be right for a verdict, since who uses it proves the printed text against the kernel.
 *
 * <p>{@link io.heddle.lift.Lifter} is the way in. {@code TermForms} brings each element's term to a
 * form, in which the order of sums and the rescaling of a softmax no longer show ({@code Forms},
 * {@code Products}). {@code Generaliser} finds one expression over indices for the forms of all
 * elements: forms of one skeleton ({@code Skeletons}) read elements at affine indices ({@code
 * Sample}); parts of a sum or a maximum of which there are several become a reduction over a box of
 * indices ({@code Reductions}, {@code Box}), or over coordinates of what is read, between paddings
 * and conditions ({@code Coordinates}, {@code Guards}); elements of different skeletons are told
 * apart by comparisons of indices, unless the expression for some of them is that of all ({@code
 * Pieces}, {@code Values}). {@code ExprPrinter} writes it in the language of formulas, with sizes
 * by name. {@code Names} lists what the output may be in the words of the prelude ({@code
 * Phrases}), of which {@code Matching} keeps those whose values at some points are the output's.
 *
 * <p>The length of a formula does not depend on the extents: an expression that would list elements
 * one by one is no result.
 */
package io.heddle.lift;

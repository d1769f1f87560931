/**
 * Exact canonical forms of terms over the reals: Laurent polynomials over ℚ in atoms and
 * exponentials 2^h (design.md section 6).
 *
 * <p>{@link io.heddle.algebra.Polynomial} is a form, {@link io.heddle.algebra.Ring} the atoms,
 * monomials and arithmetic of one problem, {@link io.heddle.algebra.Rules} what each operation
 * means on forms, and {@link io.heddle.algebra.Canonicalizer} takes a term DAG to forms. Two terms
 * with equal forms are equal wherever the domain conditions of their operations hold; the converse
 * is not claimed. {@link io.heddle.algebra.ConstantTable} says which number a floating-point
 * literal stands for. A {@link io.heddle.algebra.Budget} bounds the work of one proof, a {@link
 * io.heddle.algebra.MonomialPool} what the proofs of all threads hold together.
 */
package io.heddle.algebra;

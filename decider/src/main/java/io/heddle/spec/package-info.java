/**
 * Formulas as references: the language in which a user writes what a kernel should compute. {@link
 * io.heddle.spec.Formula} reads a file and binds it to the shapes of tensors; what comes out is
 * {@link io.heddle.spec.index the index layer}. The tensor layer's operators are functions of the
 * language in {@code prelude.py}. It knows terms, not PTX.
 */
package io.heddle.spec;

/**
 * Writes formulas in other languages: {@link io.heddle.spec.write.TorchText} as a function of
 * PyTorch, {@link io.heddle.spec.write.LatexText} as LaTeX.
 *
 * <p>For PyTorch each statement becomes an assignment ({@code TorchExpressions}). What is defined
 * element by element is computed for all elements at once: an index is an axis of a grid ({@code
 * TorchGrid}), to which reads are aligned, and a reduction takes axes away ({@code
 * TorchReductions}). Functions of the prelude become PyTorch's ({@code TorchCalls}).
 */
package io.heddle.spec.write;

/**
 * Exact numbers and canonical forms: what the decider proves equalities with. Knows nothing of
 * kernels.
 */
package io.heddle.algebra;

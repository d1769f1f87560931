/**
 * Verdicts under changes that change nothing: a kernel with itself, sides swapped, registers
 * renamed, dead code added, barriers doubled, warps permuted, instructions reordered; and under
 * garbage: mutated and truncated PTX never ends in a stack trace.
 */
package io.heddle.metamorphic;

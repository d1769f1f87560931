/**
 * The gate in front of kernels that nobody has read: {@link io.heddle.gate.Problem} is trusted, the
 * candidate is not. {@link io.heddle.gate.Gate} proves or refutes it at the small sizes of the
 * problem and follows it at the size at which it is to be used.
 */
package io.heddle.gate;

/** Mutation of kernels: does Heddle notice every mistake that it claims to notice? */
package io.heddle.mutation;

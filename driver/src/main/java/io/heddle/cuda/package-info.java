/**
 * CUDA source on the command line: nvcc makes PTX of it, which is kept by content.
 *
 * <p>PTX is taken from the cache only if nvcc would make the same again: the key is a hash of the
 * preprocessed text, all flags, the version of nvcc, and the names that the PTX has in it. Only
 * {@code check} and {@code inspect} compile; suites name PTX, so that they mean the same
 * everywhere.
 */
package io.heddle.cuda;

/**
 * C++ names of kernels: reads the mangled names that nvcc and clang give entries, as the Itanium
 * C++ ABI defines them in section 5.1. Knows neither PTX nor suites.
 *
 * <p>It reads what occurs in names of kernels, and no expressions, lambdas, operators or local
 * classes: a part of a name that it cannot read it leaves out, and never guesses. {@link
 * io.heddle.mangling.EntryName} says which part that is.
 */
package io.heddle.mangling;

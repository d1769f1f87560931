/**
 * What is to be checked: suites of pairs, read from HOCON files (contract.md, Suite files) or built
 * from a command line.
 *
 * <p>The records hold everything but the parsed PTX, are immutable and cross Spark tasks. Reading a
 * suite does no work on kernels: it ends with an {@link io.heddle.suite.InputException} that names
 * file and line, or with a complete suite.
 */
package io.heddle.suite;

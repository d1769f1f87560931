/**
 * Suites: the pairs to check, read from HOCON files (contract.md, Suite files) or built from a
 * command line.
 *
 * <p>What a suite names is read through {@link io.heddle.suite.InputFiles}: from the local file
 * system, or by {@code verify} from those of Hadoop, which this package does not know.
 *
 * <p>The records hold everything except the parsed PTX; they are immutable and can be sent to Spark
 * tasks. Reading a suite does not read kernels. It returns a complete suite or throws an {@link
 * io.heddle.suite.InputException} that names file and line.
 */
package io.heddle.suite;

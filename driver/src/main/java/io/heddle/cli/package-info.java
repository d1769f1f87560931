/**
 * The command line: {@link io.heddle.cli.Heddle} starts one command a process.
 *
 * <p>Commands are loaded by name, so that {@code check} and {@code inspect} never load Spark.
 */
package io.heddle.cli;

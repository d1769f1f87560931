/**
 * The command line: {@link io.heddle.cli.Heddle} runs one command per process.
 *
 * <p>Commands are loaded by name, so that {@code check} and {@code inspect} never load Spark.
 */
package io.heddle.cli;

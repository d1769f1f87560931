/**
 * Runs the case files under {@code simulator/src/test/resources/cases}: kernels in PTX whose header
 * comment states the command and the answer that Heddle must give. A regression is added by adding
 * a file; the README beside the files gives the format.
 */
package io.heddle.cases;

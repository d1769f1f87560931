/**
 * The machine: executes a launch on symbolic inputs and reports what each output element is and
 * what went wrong.
 */
package io.heddle.sim;

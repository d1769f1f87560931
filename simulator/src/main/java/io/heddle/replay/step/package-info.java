/**
 * Decodes instructions into steps, each once for all runs.
 *
 * <p>{@link io.heddle.replay.step.Programs} keeps the decoded code of a launch. Classes are grouped
 * by the sections of the manual: data movement (9.7.9), matrices (9.7.14), control flow (9.7.12),
 * synchronisation (9.7.13); what computes one number of three is a step around a {@code
 * io.heddle.replay.number.Scalar}. How such numbers are rounded in a run is {@code Arithmetic}: as
 * the instruction says, at random, or not at all (a run that stops at the first rounding). A form
 * that is not known becomes a step that stops the run when it is reached.
 */
package io.heddle.replay.step;

/**
 * The pipeline of one pair, in this process and without Spark: simulate both launches into one term
 * store, list the verification conditions, decide them, replay, and conclude with one {@link
 * io.heddle.report.PairReport}. The rules are contract.md's, section Verdicts.
 *
 * <ol>
 *   <li>{@link io.heddle.check.PairChecker} offers the steps one by one, so that Spark can run the
 *       decision elsewhere; {@code ParallelDecision} runs it on all processors of this process.
 *   <li>{@code PairExecution} executes the sides; {@code ElementComparison} makes the conditions of
 *       {@link io.heddle.check.Simulated}.
 *   <li>{@code Conclusion} makes the verdict of the decisions. {@code OutsideTypes} and {@code
 *       Artefacts} withdraw refutations that say nothing about the kernels; {@code Replays} runs
 *       them on concrete inputs, {@code Premises} says what such a run may differ in.
 *   <li>{@code Roundings} lists where a rounding may decide an output: {@code MachineDecisions}
 *       proves outputs with {@code MachineNumbers}, {@code Continuity} that a choice does not jump.
 * </ol>
 */
package io.heddle.check;

/**
 * Runs suites on Spark: the driver simulates, executors decide shards, which are ranges of the
 * verification conditions of a pair, and the driver concludes and reports.
 *
 * <p>{@link io.heddle.spark.VerifyRun} runs all of this; {@link io.heddle.spark.ShardCutter} makes
 * shards, {@link io.heddle.spark.PairDecisions} has them decided in jobs, {@link
 * io.heddle.spark.ShardDecider} decides them in a task over the pair's {@link
 * io.heddle.spark.Question} or that of the shard, {@link io.heddle.spark.ReplayTasks} has kernels
 * run in tasks where executors are other processes, and {@link io.heddle.spark.HeddleRegistrator}
 * registers what is sent. Invariants: a failure affects only its pair; tasks share no state but
 * their pair's question; no result depends on the executor.
 */
package io.heddle.spark;

/**
 * Runs suites on Spark: the driver simulates, executors decide shards, which are verification
 * conditions with the terms that they reach, and the driver concludes and reports.
 *
 * <p>{@link io.heddle.spark.VerifyRun} runs all of this; {@link io.heddle.spark.ShardCutter} makes
 * shards, {@link io.heddle.spark.ShardDecider} decides them in a task, and {@link
 * io.heddle.spark.HeddleRegistrator} registers what is sent. Invariants: a failure affects only its
 * pair; tasks share no state except their JVM; no result depends on the executor.
 */
package io.heddle.spark;

/**
 * Runs suites on Spark: the driver simulates, shards of verification conditions go out with the
 * terms that they reach, executors decide them, and reports stream back.
 *
 * <p>{@link io.heddle.spark.VerifyRun} is the flow; {@link io.heddle.spark.ShardCutter} makes
 * shards, {@link io.heddle.spark.ShardDecider} is what a task does, and {@link
 * io.heddle.spark.HeddleRegistrator} says how they travel. Invariants: a failure stays with its
 * pair; tasks share nothing but their JVM; no result depends on which executor gave it.
 */
package io.heddle.spark;

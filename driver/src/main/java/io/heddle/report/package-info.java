/**
 * What a run reports: one {@link io.heddle.report.PairReport} a pair, as JSON lines and as text.
 *
 * <p>Field names and the order of verdicts are those of contract.md; reports are plain immutable
 * data that cross Spark tasks.
 */
package io.heddle.report;

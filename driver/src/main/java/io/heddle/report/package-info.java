/**
 * The report of each pair, {@link io.heddle.report.PairReport}, and its forms as JSON lines, text
 * and HTML.
 *
 * <p>Field names and the order of verdicts are those of contract.md; reports are plain immutable
 * data that Spark tasks return.
 */
package io.heddle.report;

/**
 * The pipeline of one pair, in this process and without Spark: simulate both launches into one term
 * store, list the verification conditions, decide them, replay, and conclude with one {@link
 * io.heddle.report.PairReport}.
 *
 * <p>{@link io.heddle.check.PairChecker} offers the steps one by one, so that Spark can run the
 * decision elsewhere. The rules are contract.md's, section Verdicts.
 */
package io.heddle.check;

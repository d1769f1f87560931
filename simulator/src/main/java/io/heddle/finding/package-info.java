/**
 * Results of an execution: defects and limits with their place in the file ({@link
 * io.heddle.finding.Finding}), and the assumptions on which it rests ({@link
 * io.heddle.finding.Assumptions}). Users see the text of an assumption, rules ask for its {@link
 * io.heddle.finding.Assumption.Kind kind}.
 */
package io.heddle.finding;

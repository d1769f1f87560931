/**
 * Results of an execution: defects and limits with their place in the file ({@link
 * io.heddle.finding.Finding}), and the assumptions on which it rests ({@link
 * io.heddle.finding.Assumptions}).
 */
package io.heddle.finding;

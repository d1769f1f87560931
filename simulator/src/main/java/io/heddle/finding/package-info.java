/**
 * What an execution reports: defects and limits with their place in the file ({@link
 * io.heddle.finding.Finding}), and what it takes for granted ({@link
 * io.heddle.finding.Assumptions}).
 */
package io.heddle.finding;

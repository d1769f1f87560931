package io.heddle.anyinput.query;

import io.heddle.finding.Location;

/**
 * A defect that the summary does not exclude.
 *
 * @param kind what it would be
 * @param first where the first thread is
 * @param second where the second one is; null where one thread does it alone
 * @param memory the object concerned; empty where none is
 * @param apart true if the two threads are of different blocks
 * @param model arguments, threads and data; null if the solver found neither a model nor that there
 *     is none
 */
public record Suspect(
        Question.Kind kind,
        Location first,
        Location second,
        String memory,
        boolean apart,
        Model model) {}

package io.heddle.anyinput.summary;

import io.heddle.finding.Location;

/**
 * Something that the summary leaves out, so that nothing can be proved of the kernel.
 *
 * @param message one line for the user
 * @param location where it stands
 */
public record Gap(String message, Location location) {}

package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.finding.Location;

/**
 * Something that the summary leaves out, so that nothing can be proved of the kernel if a thread
 * comes to it.
 *
 * @param message one line for the user
 * @param location where it stands
 * @param condition under which a thread comes to it
 */
public record Gap(String message, Location location, BitTerm condition) {}

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
public record Gap(String message, Location location, BitTerm condition) {
    /** How the message begins where the way of control itself is left out. */
    static final String TWO_ENTRIES = "the loop here has two entries";

    /** True if not only an instruction is left out, but a loop that is entered in two places. */
    public boolean isOfTwoEntries() {
        return message.startsWith(TWO_ENTRIES);
    }
}

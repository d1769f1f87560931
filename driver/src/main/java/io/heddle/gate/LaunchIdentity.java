package io.heddle.gate;

import io.heddle.launch.Dim3;
import java.util.List;

/**
 * A launch as it was judged, so that a harness can show that it is what it timed.
 *
 * @param ptx file of PTX
 * @param sha256 of that file's text, in hexadecimal
 * @param entry name of the kernel in the file
 * @param entrySha256 of the text of the entry ({@link EntryText}), in hexadecimal
 * @param grid CTAs
 * @param block threads a CTA
 * @param shared bytes of dynamic shared memory
 * @param arguments one a parameter, in words
 */
record LaunchIdentity(
        String ptx,
        String sha256,
        String entry,
        String entrySha256,
        Dim3 grid,
        Dim3 block,
        int shared,
        List<String> arguments) {
    /** Copies the list. */
    LaunchIdentity {
        arguments = List.copyOf(arguments);
    }
}

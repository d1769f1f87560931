package io.heddle.report;

import io.heddle.finding.Location;
import java.util.List;
import java.util.function.Function;

/**
 * How the report of a pair is written as text.
 *
 * @param verbose whether to list the inner equalities on which the proof of an element rests
 * @param colours of the terminal
 * @param remark what the first line says at its end, or nothing
 * @param source lines that show the CUDA source of a place; none where it is not known
 */
public record TextOptions(
        boolean verbose, Colours colours, String remark, Function<Location, List<String>> source) {
    /** Text without colours and source. */
    public static TextOptions plain(boolean verbose) {
        return new TextOptions(verbose, Colours.NONE, "", place -> List.of());
    }
}

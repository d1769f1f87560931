package io.heddle.gate;

import io.heddle.replay.ShippedRuns;
import io.heddle.replay.WrittenElements;
import io.heddle.replay.machine.Way;
import io.heddle.report.Verdict;
import io.heddle.spec.Sizes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What is known of a candidate at the size at which it is to be used.
 *
 * @param sizes the dims
 * @param launches of the candidate
 * @param result what runs of it came to
 */
record ShippedSize(Sizes sizes, List<LaunchIdentity> launches, ShippedRuns.Result result) {
    /** Copies the list. */
    ShippedSize {
        launches = List.copyOf(launches);
    }

    /** A candidate that cannot be run at that size. */
    static ShippedSize notRun(Sizes sizes, List<LaunchIdentity> launches, String obstacle) {
        return new ShippedSize(
                sizes,
                launches,
                new ShippedRuns.Result(
                        List.of(), 0, List.of(), Map.of(), 0, null, null, Set.of(), obstacle));
    }

    private static String words(String name, WrittenElements w) {
        return w.isKnown()
                ? String.format(
                        Locale.ROOT,
                        "the launches seem to write about %,d of %,d elements of %s",
                        w.elements(),
                        w.of(),
                        name)
                : "CTAs that should be alike write unlike many elements of "
                        + name
                        + ": whether all are written is not known";
    }

    /** EQUIVALENT if nothing speaks against it; it is never more than what was proved elsewhere. */
    Verdict verdict() {
        return complaints().isEmpty() ? Verdict.EQUIVALENT : Verdict.UNDECIDED;
    }

    /** What is not known, a line each. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        String at = "at the shipped size " + sizes + " ";
        if (result.obstacle() != null) {
            complaints.add(at + "it is not known: " + result.obstacle());
        }
        Map<String, List<String>> byPlace = new LinkedHashMap<>();
        for (Way way : result.notCovered()) {
            byPlace.computeIfAbsent(place(way), p -> new ArrayList<>()).add(way.words());
        }
        byPlace.forEach(
                (place, ways) ->
                        complaints.add(
                                place
                                        + " not covered: at the shipped size "
                                        + sizes
                                        + ", and at no proved one, "
                                        + String.join(", ", ways)));
        if (result.difference() != null) {
            complaints.add(at + result.difference());
        }
        if (result.obstacle() == null) {
            result.written()
                    .forEach(
                            (name, w) -> {
                                if (!w.isAll()) {
                                    complaints.add(at + words(name, w));
                                }
                            });
        }
        if (result.uncompared() != null) {
            complaints.add(
                    at + "elements were not compared with the formula: " + result.uncompared());
        }
        for (String variable : result.changed()) {
            complaints.add(
                    at
                            + "it is not known that the variable "
                            + variable
                            + " holds at the end what it held before");
        }
        return complaints;
    }

    /** {@code k.cu:41}, or file and line of the PTX. */
    private static String place(Way way) {
        return way.source() != null
                ? way.source().file() + ":" + way.source().line()
                : way.position().file() + ":" + way.position().line();
    }
}

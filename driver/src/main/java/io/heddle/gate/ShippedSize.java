package io.heddle.gate;

import io.heddle.launch.Dim3;
import io.heddle.replay.machine.Way;
import io.heddle.report.Verdict;
import io.heddle.spec.Sizes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of a candidate at the size at which it is to be used.
 *
 * @param sizes the dims
 * @param launches of the candidate
 * @param ctas that were run of each launch
 * @param instructions thread instructions that they executed
 * @param notCovered ways that instructions went, and that they go at no proved size
 * @param written of each output: how many elements all CTAs seem to write, and how many there are
 * @param compared elements that were compared with the formula, in floating point
 * @param difference the first of them that differs, in words; or null
 * @param obstacle why the CTAs did not run to their end, or null
 */
record ShippedSize(
        Sizes sizes,
        List<LaunchIdentity> launches,
        List<List<Dim3>> ctas,
        long instructions,
        List<Way> notCovered,
        Map<String, Written> written,
        int compared,
        String difference,
        String obstacle) {
    /** Copies the collections. */
    ShippedSize {
        launches = List.copyOf(launches);
        ctas = List.copyOf(ctas);
        notCovered = List.copyOf(notCovered);
        written = new LinkedHashMap<>(written);
    }

    /** A candidate that cannot be run at that size. */
    static ShippedSize notRun(Sizes sizes, List<LaunchIdentity> launches, String obstacle) {
        return new ShippedSize(
                sizes, launches, List.of(), 0, List.of(), Map.of(), 0, null, obstacle);
    }

    /**
     * How much of an output is written.
     *
     * @param elements that all CTAs seem to write, as far as those show that were run
     * @param isEstimate false if CTAs that are alike write as many each
     * @param isKnown false if some write more than twice as many as others
     */
    record Written(long elements, long of, boolean isEstimate, boolean isKnown) {
        private static final double ENOUGH = 0.999; // of an estimate

        String words(String name) {
            return isKnown
                    ? String.format(
                            "the launches seem to write about %,d of %,d elements of %s",
                            elements, of, name)
                    : "CTAs that should be alike write unlike many elements of "
                            + name
                            + ": whether all are written is not known";
        }

        boolean isAll() {
            return isKnown && elements >= (isEstimate ? Math.ceil(ENOUGH * of) : of);
        }
    }

    /** EQUIVALENT if nothing speaks against it; it is never more than what was proved elsewhere. */
    Verdict verdict() {
        return complaints().isEmpty() ? Verdict.EQUIVALENT : Verdict.UNDECIDED;
    }

    /** What is not known, a line each. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (obstacle != null) {
            complaints.add("at the shipped size " + sizes + " it is not known: " + obstacle);
        }
        Map<String, List<String>> byPlace = new LinkedHashMap<>();
        for (Way way : notCovered) {
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
        if (difference != null) {
            complaints.add("at the shipped size " + sizes + " " + difference);
        }
        if (obstacle == null) {
            written.forEach(
                    (name, w) -> {
                        if (!w.isAll()) {
                            complaints.add("at the shipped size " + sizes + " " + w.words(name));
                        }
                    });
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

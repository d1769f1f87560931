package io.heddle.suite;

import io.heddle.report.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Reads what a pair of a suite is expected to answer. */
final class ExpectationReader {
    private ExpectationReader() {}

    /**
     * The expectation of a pair.
     *
     * @param fields of the pair
     * @param defaults of the suite
     * @param single true if the pair has no candidate
     */
    static Expectation read(
            Map<String, HoconNode> fields, Map<String, HoconNode> defaults, boolean single) {
        HoconNode node = PairReader.look("expect", fields, defaults);
        List<Verdict> verdicts =
                node == null
                        ? List.of(single ? Verdict.NO_DEFECT : Verdict.EQUIVALENT)
                        : node.itemsOrSelf().stream()
                                .map(ExpectationReader::verdict)
                                .distinct()
                                .toList();
        if (verdicts.isEmpty()) {
            throw node.error("expect: lists no verdict");
        }
        Integer line = null;
        Integer sourceLine = integer(PairReader.look("expectSourceLine", fields, defaults));
        HoconNode expectLine = PairReader.look("expectLine", fields, defaults);
        if (expectLine != null && expectLine.isObject()) {
            Map<String, HoconNode> places = expectLine.fields(List.of("line", "sourceLine"));
            line = integer(places.get("line"));
            boolean nearer = // the pair's own key; the object is of the defaults
                    fields.containsKey("expectSourceLine") && !fields.containsKey("expectLine");
            if (places.containsKey("sourceLine") && !nearer) {
                sourceLine = integer(places.get("sourceLine"));
            }
        } else {
            line = integer(expectLine);
        }
        HoconNode message = PairReader.look("expectMessage", fields, defaults);
        return new Expectation(verdicts, line, sourceLine, message == null ? null : message.text());
    }

    private static Verdict verdict(HoconNode node) {
        Verdict verdict = Verdict.parse(node.text());
        if (verdict == null) {
            List<String> known = Arrays.stream(Verdict.values()).map(Enum::name).toList();
            String nearest = NearestName.to(node.text(), known);
            throw node.error(
                    "unknown verdict "
                            + node.text()
                            + (nearest != null
                                    ? ", did you mean " + nearest
                                    : "; verdicts are " + String.join(", ", known)));
        }
        return verdict;
    }

    /** A line number; null if none is given. */
    private static Integer integer(HoconNode node) {
        return node == null ? null : (int) node.integer(1, Integer.MAX_VALUE);
    }
}

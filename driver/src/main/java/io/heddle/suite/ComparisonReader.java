package io.heddle.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what a pair of a suite compares. */
final class ComparisonReader {
    private ComparisonReader() {}

    /** The comparisons of the key {@code compare}; none if {@code node} is null. */
    static List<Comparison> read(HoconNode node) {
        List<Comparison> comparisons = new ArrayList<>();
        if (node != null) {
            for (HoconNode item : node.itemsOrSelf()) {
                comparisons.add(item.isObject() ? comparison(item) : Comparison.whole(item.text()));
            }
        }
        return comparisons;
    }

    private static Comparison comparison(HoconNode node) {
        Map<String, HoconNode> fields = node.fields(List.of("tensor", "window", "elements"));
        if (!fields.containsKey("tensor")) {
            throw node.error("compare: lacks tensor");
        }
        List<Comparison.Range> window = new ArrayList<>();
        if (fields.containsKey("window")) {
            for (HoconNode range : fields.get("window").items()) {
                List<HoconNode> ends = range.items();
                if (ends.size() != 2) {
                    throw range.error("window: expected [low, high] for each dimension");
                }
                window.add(
                        new Comparison.Range(
                                ends.get(0).integer(0, Long.MAX_VALUE),
                                ends.get(1).integer(0, Long.MAX_VALUE)));
            }
        }
        return new Comparison(
                fields.get("tensor").text(),
                window,
                fields.containsKey("elements")
                        ? fields.get("elements").oneOf(Comparison.Elements.class)
                        : Comparison.Elements.ALL);
    }
}

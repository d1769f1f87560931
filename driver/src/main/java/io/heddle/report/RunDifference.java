package io.heddle.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What changed between two runs, pair by pair. */
public final class RunDifference {
    private RunDifference() {}

    /**
     * A pair that changed.
     *
     * @param suite its suite
     * @param pair its name
     * @param before its report in the first run, or null if it was not there
     * @param after its report in the second run, or null if it is gone
     */
    public record Change(String suite, String pair, PairReport before, PairReport after) {
        /** True if the pair was as expected and is no longer. */
        public boolean isRegression() {
            return after != null && !after.asExpected() && (before == null || before.asExpected());
        }

        /** One line: what it was and what it is. */
        public String text() {
            return suite + "/" + pair + ": " + describe(before) + " -> " + describe(after);
        }

        private static String describe(PairReport r) {
            if (r == null) {
                return "(none)";
            }
            String text = r.verdict().name() + (r.method() == null ? "" : " " + r.method());
            if (r.location() != null) {
                text += " at " + r.location();
            }
            return r.asExpected() ? text : text + " (" + r.unmet() + ")";
        }
    }

    /**
     * The pairs whose verdict, method, place, expectation or assumptions changed, in order of suite
     * and name. Times and counts do not count as changes.
     */
    public static List<Change> of(List<PairReport> before, List<PairReport> after) {
        Map<String, PairReport> old = byName(before);
        Map<String, PairReport> now = byName(after);
        Map<String, PairReport> all = new TreeMap<>(old);
        all.putAll(now);
        List<Change> changes = new ArrayList<>();
        all.forEach(
                (name, report) -> {
                    PairReport a = old.get(name);
                    PairReport b = now.get(name);
                    if (a == null || b == null || !essence(a).equals(essence(b))) {
                        changes.add(new Change(report.suite(), report.pair(), a, b));
                    }
                });
        return changes;
    }

    private static Map<String, PairReport> byName(List<PairReport> reports) {
        Map<String, PairReport> byName = new TreeMap<>();
        reports.forEach(r -> byName.put(r.suite() + "\n" + r.pair(), r));
        return byName;
    }

    private static List<Object> essence(PairReport r) {
        return List.of(
                r.verdict(),
                Objects.toString(r.method()),
                Objects.toString(r.kernel()),
                Objects.toString(r.location()),
                Objects.toString(r.unmet()),
                r.assumptions());
    }
}

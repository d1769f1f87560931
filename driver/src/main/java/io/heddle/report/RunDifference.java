package io.heddle.report;

import io.heddle.cost.Count;
import io.heddle.cost.Counter;
import io.heddle.finding.Finding;
import io.heddle.simulate.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What changed between two runs, pair by pair. */
public final class RunDifference {
    private static final String NONE = "none";

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

        /** One line: what it was and what it is, and what else of one verdict has changed. */
        public String text() {
            List<String> further = isOneVerdict() ? further() : List.of();
            return suite
                    + "/"
                    + pair
                    + ": "
                    + describe(before)
                    + " -> "
                    + describe(after)
                    + (further.isEmpty() ? "" : "; " + String.join(", ", further));
        }

        private boolean isOneVerdict() {
            return before != null && after != null && before.verdict() == after.verdict();
        }

        /**
         * What changed beside verdict, method, place and expectation: {@code compared 8 -> 1}, or
         * only the word for what has no short value.
         */
        public List<String> further() {
            List<String> changes = new ArrayList<>();
            if (before != null && after != null) {
                Map<String, Object> now = details(after);
                details(before)
                        .forEach(
                                (what, old) -> {
                                    Object value = now.get(what);
                                    if (!old.equals(value)) {
                                        boolean brief = !(old instanceof List);
                                        changes.add(
                                                what + (brief ? " " + old + " -> " + value : ""));
                                    }
                                });
                changes.addAll(costs(before, after));
            }
            return changes;
        }

        private static String describe(PairReport r) {
            if (r == null) {
                return "(none)";
            }
            String text = TextReport.headline(r) + (r.method() == null ? "" : " " + r.method());
            if (r.location() != null) {
                text += " at " + r.location();
            }
            return r.asExpected() ? text : text + " (" + r.unmet() + ")";
        }
    }

    /**
     * The pairs whose verdict, method, place, expectation or assumptions changed, or what the
     * verdict covers: launches, elements compared, replay, findings; or what the kernels cost,
     * where both runs counted that. In order of suite and name. Times and counts of work do not
     * count as changes.
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
                    if (a == null
                            || b == null
                            || !essence(a).equals(essence(b))
                            || !costs(a, b).isEmpty()) {
                        changes.add(new Change(report.suite(), report.pair(), a, b));
                    }
                });
        return changes;
    }

    /**
     * The costs that changed, where both runs counted them: {@code candidate conflicts 0 -> 31}.
     */
    private static List<String> costs(PairReport before, PairReport after) {
        List<String> changes = new ArrayList<>();
        costs(changes, KernelSide.REFERENCE, before.stats().reference(), after.stats().reference());
        costs(changes, KernelSide.CANDIDATE, before.stats().candidate(), after.stats().candidate());
        return changes;
    }

    private static void costs(
            List<String> changes, KernelSide side, Statistics before, Statistics after) {
        if (before == null || after == null || before.cost() == null || after.cost() == null) {
            return;
        }
        for (Counter c : Counter.values()) {
            Count old = before.cost().total(c);
            Count now = after.cost().total(c);
            if (!old.equals(now)) {
                changes.add(side.spelling() + " " + c.spelling() + " " + old + " -> " + now);
            }
        }
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
                details(r));
    }

    /** What a verdict of the same name may differ in, by a word for it. */
    private static Map<String, Object> details(PairReport r) {
        Map<String, Object> details = new LinkedHashMap<>();
        PairReport.Scope scope = r.scope();
        side(details, KernelSide.REFERENCE, scope.reference());
        side(details, KernelSide.CANDIDATE, scope.candidate());
        details.put("compared", scope.compared());
        details.put("skipped", scope.skipped());
        details.put("error", r.error() == null ? NONE : r.error().name());
        details.put("replay", replay(r.replay()));
        details.put("assumptions", r.assumptions());
        details.put(
                "findings", r.allDefects().stream().map(RunDifference::place).sorted().toList());
        return details;
    }

    private static void side(
            Map<String, Object> details, KernelSide which, PairReport.SideScope side) {
        String name = which.spelling();
        boolean ran = side != null;
        details.put(name + " entry", ran ? side.entry() : NONE);
        details.put(name + " grid", ran ? side.grid().toString() : NONE);
        details.put(name + " block", ran ? side.block().toString() : NONE);
        details.put(name + " cta", !ran ? NONE : side.cta() == null ? "all" : side.cta() + "");
    }

    private static String replay(ReplayOutcome replay) {
        if (replay == null) {
            return NONE;
        }
        return replay.kind().spelling() + (replay.isPartial() ? " in part" : "");
    }

    /** Whose a defect is, its kind, and its places. */
    private static String place(PairReport.Defect defect) {
        Finding f = defect.finding();
        return defect.kernel() + " " + f.kind() + " at " + f.location() + ", " + f.other();
    }
}

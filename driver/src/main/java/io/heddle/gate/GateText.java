package io.heddle.gate;

import io.heddle.replay.ShippedRuns;
import io.heddle.report.PairReport;
import io.heddle.report.TextOptions;
import io.heddle.report.TextReport;
import io.heddle.report.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes what the gate says as text. */
public final class GateText {
    private static final int MOST = 12; // lines of one kind

    private GateText() {}

    /** All of it. */
    public static String of(GateReport report, TextOptions options) {
        StringBuilder text = new StringBuilder();
        String verdict = report.verdict().toString();
        text.append(options.colours().verdict(report.verdict(), verdict));
        text.append("  ").append(report.message()).append('\n');
        for (ProvedSize p : report.proved()) {
            text.append(line("proved", sized(p)));
        }
        if (report.shipped() != null) {
            shipped(text, report.shipped());
        }
        for (PairReport r : report.indices()) {
            text.append(line("indices", r.pair() + ": " + r.verdict()));
        }
        lines(text, "assuming", assumptions(report));
        lines(text, "note", report.notes());
        if (report.worst().isPresent()) {
            text.append('\n').append(TextReport.detail(report.worst().get().report(), options));
        }
        report.worstIndices()
                .ifPresent(r -> text.append('\n').append(TextReport.detail(r, options)));
        return text.toString();
    }

    /** The text for whoever wrote the kernel; empty if there is nothing to mend. */
    static String feedback(GateReport report) {
        if (report.verdict() == Verdict.EQUIVALENT) {
            return "";
        }
        StringBuilder text = new StringBuilder(report.message()).append('\n');
        if (report.worst().isPresent()) {
            PairReport pair = report.worst().get().report();
            text.append(TextReport.detail(pair, TextOptions.plain(false)));
        } else {
            report.worstIndices()
                    .ifPresent(r -> text.append(TextReport.detail(r, TextOptions.plain(false))));
        }
        if (report.worst().isEmpty() && report.shipped() != null) {
            List<String> complaints = report.shipped().complaints();
            complaints.stream()
                    .skip(report.worstIndices().isPresent() ? 0 : 1)
                    .limit(MOST)
                    .forEach(c -> text.append(c).append('\n'));
        }
        return text.toString();
    }

    private static String sized(ProvedSize p) {
        return String.format(
                Locale.ROOT,
                "%s: %s, %,d elements, %,d ms%s",
                p.sizes(),
                p.verdict(),
                p.report().outputs(),
                p.report().millis().total(),
                p.report().replay() == null ? "" : ", replay " + p.report().replay());
    }

    private static void shipped(StringBuilder text, ShippedSize s) {
        ShippedRuns.Result result = s.result();
        long ctas = 0;
        long all = 0;
        for (int k = 0; k < s.launches().size(); k++) {
            long ofLaunch = s.launches().get(k).grid().size();
            all += ofLaunch;
            boolean isSome = k < result.ctas().size() && result.ctas().get(k) != null;
            ctas += isSome ? result.ctas().get(k).size() : result.ctas().isEmpty() ? 0 : ofLaunch;
        }
        text.append(
                line(
                        "shipped",
                        String.format(
                                Locale.ROOT,
                                "%s: %s, %,d of %,d CTAs run, %,d thread instructions, %,d"
                                        + " elements compared",
                                s.sizes(),
                                s.complaints().isEmpty()
                                        ? "no way that was not proved"
                                        : s.verdict().toString(),
                                ctas,
                                all,
                                result.instructions(),
                                result.compared())));
        lines(text, "", s.complaints());
        if (!result.notCovered().isEmpty()) {
            text.append(line("", "what is not covered may be right: a proved size covers it"));
        }
    }

    private static Set<String> assumptions(GateReport report) {
        Set<String> all = new LinkedHashSet<>();
        report.proved().forEach(p -> all.addAll(p.report().assumptions()));
        report.indices().forEach(r -> all.addAll(r.assumptions()));
        return all;
    }

    private static void lines(StringBuilder text, String label, Iterable<String> lines) {
        int n = 0;
        for (String each : lines) {
            if (n++ == MOST) {
                text.append(line("", "…"));
                return;
            }
            text.append(line(n == 1 ? label : "", each));
        }
    }

    private static String line(String label, String text) {
        return String.format("  %-10s  %s%n", label, text);
    }
}

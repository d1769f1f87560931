package io.heddle.report;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.SideScope;
import io.heddle.simulate.Statistics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the reports of a run as one self-contained static HTML page: the verdict table, and for
 * each row the details of the pair.
 */
public final class HtmlReport {
    private final StringBuilder out = new StringBuilder();

    private HtmlReport() {}

    /**
     * The page.
     *
     * @param run what is known of the run: label → text, in order
     * @param reports in the order in which they are shown
     */
    public static String page(Map<String, String> run, List<PairReport> reports) {
        HtmlReport page = new HtmlReport();
        page.head(run, reports);
        Map<String, List<PairReport>> suites = new LinkedHashMap<>();
        reports.forEach(
                r -> suites.computeIfAbsent(r.suite(), s -> new java.util.ArrayList<>()).add(r));
        suites.forEach(page::suite);
        page.out.append("</main>\n</body>\n</html>\n");
        return page.out.toString();
    }

    private void head(Map<String, String> run, List<PairReport> reports) {
        long unexpected = reports.stream().filter(r -> !r.asExpected()).count();
        out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.append("<title>Heddle report</title>\n<style>\n");
        out.append(style()).append("</style>\n</head>\n<body>\n<main>\n");
        out.append("<h1>Heddle <small>report</small></h1>\n<dl class=\"run\">\n");
        run.forEach((label, text) -> definition(label, text));
        out.append("</dl>\n<p class=\"counts\">");
        Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
        reports.forEach(r -> counts.merge(r.verdict(), 1L, Long::sum));
        counts.forEach((v, n) -> out.append(badge(v)).append(" ").append(n).append(" &ensp; "));
        out.append("</p>\n<p class=\"").append(unexpected == 0 ? "good" : "bad").append("\">");
        out.append(
                unexpected == 0
                        ? "All " + reports.size() + " pairs came out as expected."
                        : unexpected
                                + " of "
                                + reports.size()
                                + " pairs did not come out as expected.");
        out.append("</p>\n");
    }

    private void suite(String name, List<PairReport> reports) {
        out.append("<h2>").append(escape(name)).append("</h2>\n<div class=\"pairs\">\n");
        out.append("<div class=\"row header\"><span>pair</span><span>verdict</span>");
        out.append("<span>expected</span><span>scope</span><span>elements</span>");
        out.append("<span>time</span></div>\n");
        reports.forEach(this::pair);
        out.append("</div>\n");
    }

    private void pair(PairReport r) {
        out.append("<details").append(r.asExpected() ? "" : " open").append(">\n");
        out.append("<summary class=\"row\"><span class=\"name\">").append(escape(r.pair()));
        out.append("</span><span>").append(badge(r.verdict()));
        if (r.method() != null) {
            out.append(" <small>").append(r.method()).append("</small>");
        }
        out.append("</span><span class=\"").append(r.asExpected() ? "good" : "bad").append("\">");
        out.append(r.asExpected() ? "✓" : "✗ " + escape(r.unmet()));
        out.append("</span><span>").append(escape(scope(r))).append("</span><span class=\"n\">");
        out.append(String.format("%,d", r.outputs())).append("</span><span class=\"n\">");
        out.append(seconds(r.millis().total()))
                .append("</span></summary>\n<div class=\"detail\">\n");
        if (r.message() != null && !r.message().isEmpty()) {
            out.append("<p class=\"message\">").append(escape(r.message())).append("</p>\n");
        }
        place(r.kernel(), r.location());
        counterexample(r.counterexample());
        bullets("Assumptions", r.assumptions().stream().map(HtmlReport::escape).toList());
        bullets("Findings", r.allDefects().stream().map(HtmlReport::finding).toList());
        if (r.replay() != null) {
            out.append("<p>Replay: ").append(escape(r.replay().toString())).append("</p>\n");
        }
        kernels(r);
        out.append("<p class=\"faint\">")
                .append(escape(work(r)))
                .append("</p>\n</div>\n</details>\n");
    }

    private void place(KernelSide kernel, Location location) {
        if (location != null) {
            out.append("<p>").append(kernel == null ? "" : "In the " + kernel.spelling() + " at ");
            out.append("<code>").append(escape(location.toString())).append("</code></p>\n");
        }
    }

    private void counterexample(Counterexample c) {
        if (c == null) {
            return;
        }
        out.append("<h3>Counterexample</h3>\n<table>\n");
        out.append("<tr><th>element</th><th>reference</th><th>candidate</th></tr>\n<tr><td><code>");
        out.append(escape(c.element())).append("</code></td><td class=\"n\">");
        out.append(escape(c.reference())).append("</td><td class=\"n\">");
        out.append(escape(c.candidate())).append("</td></tr>\n</table>\n");
        if (c.difference() != null && !c.difference().isEmpty()) {
            out.append("<p>").append(escape(c.difference())).append("</p>\n");
        }
        out.append("<p>Inputs: ");
        c.inputs()
                .forEach(
                        (name, value) ->
                                out.append("<code>")
                                        .append(escape(name + " = " + value))
                                        .append("</code> "));
        out.append(c.replay() == ReplayOutcome.Kind.NONE ? "" : "(" + c.replay().spelling() + ")")
                .append("</p>\n");
    }

    private static String finding(Defect d) {
        Finding f = d.finding();
        StringBuilder text = new StringBuilder("<b>").append(f.kind()).append("</b> ");
        if (d.kernel() != null) {
            text.append("in the ").append(d.kernel().spelling()).append(": ");
        }
        text.append(escape(f.message()));
        if (f.location() != null) {
            text.append(" <code>").append(escape(f.location().toString())).append("</code>");
        }
        if (f.other() != null) {
            text.append(" and <code>").append(escape(f.other().toString())).append("</code>");
        }
        return text.toString();
    }

    private void kernels(PairReport r) {
        if (r.scope() == null || r.scope().reference() == null) {
            return;
        }
        out.append("<table>\n<tr><th></th><th>kernel</th><th>grid</th><th>block</th>");
        out.append("<th>instructions</th><th>loads</th><th>stores</th><th>block syncs</th>");
        out.append("<th>warp syncs</th><th>terms</th></tr>\n");
        kernel("reference", r.scope().reference(), r.stats().reference());
        kernel("candidate", r.scope().candidate(), r.stats().candidate());
        out.append("</table>\n");
    }

    private void kernel(String side, SideScope scope, Statistics s) {
        if (scope == null) {
            return;
        }
        out.append("<tr><td>").append(side).append("</td><td><code>");
        out.append(escape(scope.entry())).append("</code> <small>");
        out.append(escape(scope.ptx())).append("</small></td><td>").append(scope.grid());
        out.append("</td><td>").append(scope.block()).append("</td>");
        if (s != null) {
            long[] counts = {
                s.instructions(), s.loads(), s.stores(), s.blockSyncs(), s.warpSyncs(), s.terms()
            };
            for (long count : counts) {
                out.append(String.format("<td class=\"n\">%,d</td>", count));
            }
        }
        out.append("</tr>\n");
    }

    private void bullets(String title, List<String> items) {
        if (items.isEmpty()) {
            return;
        }
        out.append("<h3>").append(title).append("</h3>\n<ul>\n");
        items.forEach(i -> out.append("<li>").append(i).append("</li>\n"));
        out.append("</ul>\n");
    }

    private static String work(PairReport r) {
        return String.format(
                "%,d conditions: %,d proved, %,d refuted, %,d undecided. parse %s, simulate %s,"
                        + " decide %s, replay %s",
                r.vcs().total(),
                r.vcs().proved(),
                r.vcs().refuted(),
                r.vcs().undecided(),
                seconds(r.millis().parse()),
                seconds(r.millis().simulate()),
                seconds(r.millis().decide()),
                seconds(r.millis().replay()));
    }

    private static String scope(PairReport r) {
        SideScope s = r.scope() == null ? null : r.scope().reference();
        if (s == null) {
            return "";
        }
        if (r.scope().isWhole()) {
            return "whole grid";
        }
        return s.cta() == null
                ? s.ctasChecked() + " of " + s.ctasTotal() + " CTAs"
                : "CTA " + s.cta() + " of " + s.ctasTotal();
    }

    private static String seconds(long millis) {
        return millis < 1000 ? millis + " ms" : String.format("%.1f s", millis / 1000.0);
    }

    private static String badge(Verdict v) {
        String tone =
                switch (v) {
                    case EQUIVALENT, NO_DEFECT -> "proved";
                    case UNSUPPORTED, UNDECIDED -> "open";
                    case ERROR -> "error";
                    case DEADLOCK,
                            BARRIER_MISUSE,
                            BARRIER_DIVERGENCE,
                            RACE,
                            OUT_OF_BOUNDS,
                            MISALIGNED,
                            UNINITIALIZED_READ,
                            TRAP,
                            STORE_TO_INPUT,
                            NOT_EQUIVALENT ->
                            "caught";
                };
        return "<span class=\"badge " + tone + "\">" + v.name().replace('_', ' ') + "</span>";
    }

    private void definition(String label, String text) {
        out.append("<dt>").append(escape(label)).append("</dt><dd>");
        out.append(escape(text)).append("</dd>\n");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

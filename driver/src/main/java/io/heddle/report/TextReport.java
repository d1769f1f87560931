package io.heddle.report;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.mangling.EntryName;
import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.Scope;
import io.heddle.report.PairReport.SideScope;
import io.heddle.report.PairReport.VcCounts;
import io.heddle.simulate.Statistics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes reports as text for a terminal. */
public final class TextReport {
    private static final int MOST_INPUTS = 24;
    private static final int MOST_ASSUMPTIONS = 12;
    private static final int MOST_FINDINGS = 4;
    private static final int MOST_ELEMENTS = 8;
    private static final int LONGEST_REMARK = 160;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private TextReport() {}

    // ---------------------------------------------------------------- table

    /**
     * The verdict table of a run: one line per pair, and a closing line with counts.
     *
     * @param all how many pairs the run has, of which some may have no report
     */
    public static String table(List<PairReport> reports, int all) {
        int pairWidth = 4;
        int verdictWidth = 7;
        for (PairReport r : reports) {
            pairWidth = Math.max(pairWidth, name(r).length());
            verdictWidth = Math.max(verdictWidth, headline(r).length());
        }
        StringBuilder text = new StringBuilder();
        for (PairReport r : reports) {
            text.append(row(r, pairWidth, verdictWidth)).append('\n');
        }
        return text.append(summary(reports, all)).append('\n').toString();
    }

    private static String row(PairReport r, int pairWidth, int verdictWidth) {
        String mark = r.asExpected() ? "ok  " : "FAIL";
        String line =
                String.format(
                        Locale.ROOT,
                        "%s  %-" + pairWidth + "s  %-" + verdictWidth + "s  %8s  %s",
                        mark,
                        name(r),
                        headline(r),
                        seconds(r.millis().total()),
                        cut(Printable.of(remark(r))));
        return line.stripTrailing();
    }

    private static String cut(String remark) {
        return remark.length() <= LONGEST_REMARK
                ? remark
                : remark.substring(0, LONGEST_REMARK - 1) + "…";
    }

    private static String name(PairReport r) {
        return r.suite() + "/" + r.pair();
    }

    private static String remark(PairReport r) {
        String unmet = r.asExpected() ? "" : r.unmet() + "; ";
        unmet += notReplayed(r).isEmpty() ? "" : notReplayed(r) + "; ";
        if (r.verdict() == Verdict.EQUIVALENT) {
            int n = r.assumptions().size();
            return unmet
                    + r.method()
                    + ", "
                    + plural(r.outputs(), "element")
                    + (n == 0 ? "" : ", " + plural(n, "assumption"));
        }
        if (r.verdict() == Verdict.NO_DEFECT) {
            return unmet + (r.findings().isEmpty() ? "" : plural(r.findings().size(), "finding"));
        }
        String place = r.location() == null ? "" : shortPlace(r.location()) + ": ";
        return unmet + place + r.message();
    }

    /** {@code softmax.ptx:57} without folders, and the CUDA line where it is known. */
    private static String shortPlace(Location location) {
        String ptx = baseName(location.position().file()) + ":" + location.position().line();
        return location.source() == null
                ? ptx
                : ptx
                        + " ("
                        + baseName(location.source().file())
                        + ":"
                        + location.source().line()
                        + ")";
    }

    private static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** {@code 11 pairs: 8 EQUIVALENT, 2 RACE, 1 NOT_EQUIVALENT; all as expected}. */
    private static String summary(Collection<PairReport> reports, int all) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        long unexpected = 0;
        long notReplayed = 0;
        for (PairReport r : reports) {
            notReplayed += notReplayed(r).isEmpty() ? 0 : 1;
            counts.merge(r.verdict(), 1, Integer::sum);
            unexpected += r.asExpected() ? 0 : 1;
        }
        List<Verdict> order = new ArrayList<>(counts.keySet());
        order.sort((a, b) -> counts.get(b) - counts.get(a));
        List<String> parts = new ArrayList<>();
        order.forEach(v -> parts.add(counts.get(v) + " " + v));
        boolean isWhole = reports.size() == all;
        String expected =
                unexpected > 0
                        ? "; " + unexpected + " not as expected"
                        : isWhole ? "; all as expected" : parts.isEmpty() ? "" : "; as expected";
        return (isWhole
                        ? plural(all, "pair")
                        : reports.size() + " of " + plural(all, "pair") + " answered")
                + (parts.isEmpty() ? "" : ": " + String.join(", ", parts))
                + (notReplayed == 0 ? "" : "; " + notReplayed + " not replayed")
                + expected;
    }

    // ---------------------------------------------------------------- one pair

    /**
     * The verdict with its scope: {@code EQUIVALENT (CTA 0,0,0 of 64)} unless every CTA was run.
     */
    public static String headline(PairReport report) {
        Scope scope = report.scope();
        if (scope.isWhole() || report.verdict() == Verdict.ERROR) {
            return report.verdict().toString();
        }
        SideScope side =
                scope.reference() == null || scope.reference().isWhole()
                        ? scope.candidate()
                        : scope.reference();
        String ctas = "CTA " + side.cta() + " of " + side.ctasTotal();
        return report.verdict() + " (" + ctas + ")";
    }

    /** The note after the verdict that there was no replay, or only one of a part. */
    private static String replayed(PairReport report) {
        boolean part = report.replay() != null && report.replay().isPartial();
        return part ? "replayed in part: " + report.replay().detail() : notReplayed(report);
    }

    /** {@code not replayed: …} of a verdict that a concrete run would confirm, and none does. */
    private static String notReplayed(PairReport report) {
        boolean confirmed =
                switch (report.verdict()) {
                    case EQUIVALENT, NO_DEFECT, NOT_EQUIVALENT -> true;
                    default -> false;
                };
        return confirmed && report.replay() != null && report.replay().isMissing()
                ? "not replayed: " + report.replay().detail()
                : "";
    }

    /** Everything about one pair. */
    public static String detail(PairReport report, TextOptions options) {
        StringBuilder text = new StringBuilder();
        headline(text, report, options);
        text.append(replayed(report).isEmpty() ? "" : "   " + replayed(report));
        if (!report.asExpected()) {
            text.append("   ").append(report.unmet());
        }
        text.append(options.remark().isEmpty() ? "" : "   " + options.remark()).append('\n');
        cause(text, report, options);
        if (report.defect() != null) {
            defectDetails(text, report.defect().finding());
        }
        if (report.counterexample() != null) {
            counterexample(text, report.counterexample());
        }
        if (report.verdict() == Verdict.EQUIVALENT) {
            list(text, "assuming", report.assumptions(), MOST_ASSUMPTIONS, "nothing");
        } else if (!report.assumptions().isEmpty()) {
            list(text, "assuming", report.assumptions(), MOST_ASSUMPTIONS, "");
        }
        findings(text, report);
        report.terms().forEach((element, term) -> field(text, element, term));
        conditions(text, report);
        if (options.verbose() && !report.vcs().shown().isEmpty()) {
            list(text, "lemmas", report.vcs().shown(), Integer.MAX_VALUE, "");
        }
        boolean anyGrid = report.scope().quantified().contains("grid");
        side(text, "reference", report.scope().reference(), report.stats().reference(), anyGrid);
        side(text, "candidate", report.scope().candidate(), report.stats().candidate(), false);
        new CostText(text, options).write(report);
        times(text, report);
        return text.toString();
    }

    /** The verdict, and of any but an answer its cause and its place. */
    public static String brief(PairReport report, TextOptions options) {
        StringBuilder text = new StringBuilder();
        headline(text, report, options);
        boolean beside = !report.asExpected() && report.verdict() == report.expected();
        text.append(beside ? "   " + report.unmet() : "").append('\n');
        if (report.verdict() != Verdict.EQUIVALENT && report.verdict() != Verdict.NO_DEFECT) {
            cause(text, report, options);
        }
        return text.toString();
    }

    private static void headline(StringBuilder text, PairReport report, TextOptions options) {
        String verdict = report.verdict().toString();
        text.append(options.colours().verdict(report.verdict(), verdict));
        text.append(headline(report).substring(verdict.length()));
    }

    /** What is wrong, where, and the lines of CUDA source. */
    private static void cause(StringBuilder text, PairReport report, TextOptions options) {
        field(text, report.kernel() == null ? "" : report.kernel().spelling(), report.message());
        place(text, "at", report.location(), options);
        if (report.defect() != null) {
            place(text, "and", report.defect().finding().other(), options);
        }
    }

    private static void place(
            StringBuilder text, String name, Location place, TextOptions options) {
        if (place != null) {
            field(text, name, place.toString());
            options.source()
                    .apply(place)
                    .forEach(l -> field(text, "", options.colours().source(l)));
        }
    }

    private static void field(StringBuilder text, String name, String value) {
        if (value != null && !value.isEmpty()) {
            text.append(String.format(Locale.ROOT, "  %-11s %s%n", name, value));
        }
    }

    private static void list(
            StringBuilder text, String name, List<String> items, int most, String none) {
        if (items.isEmpty()) {
            field(text, name, none);
            return;
        }
        int shown = Math.min(items.size(), most);
        for (int i = 0; i < shown; i++) {
            field(text, i == 0 ? name : "", items.get(i));
        }
        if (shown < items.size()) {
            field(text, "", "… and " + (items.size() - shown) + " more (--format json lists all)");
        }
    }

    private static void defectDetails(StringBuilder text, Finding defect) {
        field(text, "memory", defect.memory());
        if (!defect.threads().isEmpty()) {
            StringBuilder threads = new StringBuilder();
            for (int t : defect.threads()) {
                threads.append(threads.length() == 0 ? "" : ", ").append(t);
            }
            field(text, "threads", threads.toString());
        }
        if (defect.sameValue()) {
            field(text, "", "both write the same value (--same-value-races accepts this)");
        }
    }

    private static void counterexample(StringBuilder text, Counterexample c) {
        field(text, "element", c.element());
        field(text, "reference", c.reference());
        field(text, "candidate", c.candidate());
        field(text, "difference", c.difference());
        field(text, "on input", inputs(c.inputs()));
        field(text, "", replayed(c.replay()));
    }

    /**
     * The inputs that are not zero, in the order of their indices, and how many others there are.
     */
    private static String inputs(Map<String, String> inputs) {
        List<String> names = new ArrayList<>(inputs.keySet());
        if (names.size() > 4) {
            names.removeIf(name -> inputs.get(name).equals("0"));
        }
        names.sort(Comparator.comparing(TextReport::sortable));
        int zeros = inputs.size() - names.size();
        StringBuilder line = new StringBuilder();
        for (String name : names.subList(0, Math.min(MOST_INPUTS, names.size()))) {
            line.append(line.length() == 0 ? "" : ", ");
            line.append(name).append(" = ").append(inputs.get(name));
        }
        if (names.size() > MOST_INPUTS) {
            line.append(", … ").append(names.size() - MOST_INPUTS).append(" more");
        }
        if (zeros > 0) {
            line.append(line.length() == 0 ? "" : "; ");
            line.append(names.isEmpty() ? "all " : "the other ").append(zeros);
            line.append(zeros == 1 ? " is 0" : " are 0");
        }
        return line.toString();
    }

    /** {@code A[0,10]} with its numbers padded, so that it comes after {@code A[0,9]}. */
    private static String sortable(String name) {
        return NUMBER.matcher(name)
                .replaceAll(m -> "0".repeat(19 - m.group().length()) + m.group());
    }

    private static String replayed(ReplayOutcome.Kind replay) {
        return switch (replay) {
            case REPLAYED -> "replayed: the kernels differ there in their own arithmetic, too";
            case REAL_ONLY -> "real-only: rounding hides the difference in the kernels' arithmetic";
            case NONE -> "";
            case AGREES -> throw new AssertionError("a counterexample on which the kernels agree");
        };
    }

    private static String differences(List<String> elements, long refuted) {
        int shown = Math.min(elements.size(), MOST_ELEMENTS);
        String names = String.join(", ", elements.subList(0, shown));
        long more = refuted - 1 - shown;
        return more > 0 ? names + " and " + more + " more elements" : names;
    }

    private static void findings(StringBuilder text, PairReport report) {
        List<String> lines = new ArrayList<>();
        List<String> different = new ArrayList<>();
        for (Defect defect : report.findings()) {
            Finding f = defect.finding();
            if (f.kind() == Finding.Kind.NOT_EQUIVALENT) {
                different.add(f.memory());
                continue;
            }
            String kernel = defect.kernel() == null ? "" : defect.kernel().spelling() + ": ";
            String place =
                    f.location() == null || f.message().contains(f.location().toString())
                            ? ""
                            : " at " + f.location();
            lines.add(f.kind() + " " + kernel + f.message() + place);
        }
        if (!different.isEmpty()) {
            lines.add(0, "NOT_EQUIVALENT " + differences(different, report.vcs().refuted()));
        }
        if (!lines.isEmpty()) {
            list(text, "also found", lines, MOST_FINDINGS, "");
        }
    }

    private static void conditions(StringBuilder text, PairReport report) {
        VcCounts vcs = report.vcs();
        List<String> parts = new ArrayList<>();
        if (report.outputs() > 0) {
            parts.add(
                    report.outputs()
                            + (report.scope().candidate() == null ? " written" : " compared"));
        }
        if (report.scope().skipped() > 0) {
            parts.add(report.scope().skipped() + " that neither writes skipped");
        }
        if (vcs.total() > 0) {
            parts.add(
                    vcs.proved() + " proved" + (report.method() == null ? "" : " " + how(report)));
            parts.add(vcs.refuted() + " refuted");
            parts.add(vcs.undecided() + " undecided");
        }
        field(text, "elements", String.join(", ", parts));
        if (report.counterexample() == null
                || report.counterexample().replay() == ReplayOutcome.Kind.NONE) {
            field(text, "replay", report.replay() == null ? "" : report.replay().toString());
        }
    }

    private static String how(PairReport report) {
        long lemmas = report.vcs().lemmas();
        String over = lemmas == 0 ? "" : " over " + lemmas + " equalities of inner terms";
        return (report.method() == ProofMethod.PIT ? "(polynomial identity test)" : "exactly")
                + over;
    }

    private static void side(
            StringBuilder text, String name, SideScope scope, Statistics s, boolean anyGrid) {
        if (scope == null) {
            return;
        }
        if (scope.isFormula()) {
            String terms = s == null ? "" : String.format(Locale.ROOT, ", %,d terms", s.terms());
            field(text, name, "the formula " + scope.entry() + " of " + scope.ptx() + terms);
            return;
        }
        String launch =
                EntryName.demangled(scope.entry())
                        + " of "
                        + scope.ptx()
                        + (anyGrid ? ", any grid" : ", grid " + shortDim(scope.grid()))
                        + ", block "
                        + shortDim(scope.block());
        field(text, name, launch);
        if (s != null) {
            field(
                    text,
                    "",
                    String.format(
                            Locale.ROOT,
                            "%,d threads, %,d instructions, %,d loads, %,d stores, %,d block and"
                                    + " %,d warp syncs, %,d bytes shared, %,d terms",
                            s.threads(),
                            s.instructions(),
                            s.loads(),
                            s.stores(),
                            s.blockSyncs(),
                            s.warpSyncs(),
                            s.sharedBytes(),
                            s.terms()));
            if (s.statements() > 0) {
                field(
                        text,
                        "",
                        String.format(
                                Locale.ROOT,
                                "%,d dynamic barriers, %,d shared addresses, %,d statements,"
                                        + " %,d race tests pair by pair",
                                s.dynamicBarriers(),
                                s.sharedAddresses(),
                                s.statements(),
                                s.raceTests()));
            }
        }
    }

    private static String shortDim(Dim3 d) {
        if (d.z() != 1) {
            return d.toString();
        }
        return d.y() != 1 ? d.x() + "," + d.y() : String.valueOf(d.x());
    }

    private static void times(StringBuilder text, PairReport r) {
        field(
                text,
                "time",
                seconds(r.millis().total())
                        + " (parse "
                        + seconds(r.millis().parse())
                        + ", simulate "
                        + seconds(r.millis().simulate())
                        + ", decide "
                        + seconds(r.millis().decide())
                        + ", replay "
                        + seconds(r.millis().replay())
                        + ")"
                        + memory(r.stats().peakBytes()));
    }

    private static String memory(Long bytes) {
        return bytes == null
                ? ""
                : String.format(Locale.ROOT, ", %,d MB at most", (bytes + 500_000) / 1_000_000);
    }

    private static String seconds(long millis) {
        return millis < 1000
                ? millis + " ms"
                : String.format(Locale.ROOT, "%.2f s", millis / 1000.0);
    }

    private static String plural(long n, String noun) {
        return n + " " + noun + (n == 1 ? "" : "s");
    }
}

package io.heddle.report;

import io.heddle.cost.KernelCost;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.Millis;
import io.heddle.report.PairReport.Scope;
import io.heddle.report.PairReport.SideScope;
import io.heddle.report.PairReport.VcCounts;
import io.heddle.simulate.Statistics;
import java.util.List;

/**
 * Writes reports as JSON, one object per line, with the keys of contract.md and, beyond them,
 * {@code asExpected}, {@code unmet}, {@code error}, {@code defect}, {@code replay} and {@code
 * terms}.
 */
public final class JsonReport {
    private JsonReport() {}

    /** The object of one pair, without a line end. */
    public static String line(PairReport report) {
        return line(report, null);
    }

    /**
     * The same with what the candidate computes.
     *
     * @param computed a formula, or null
     */
    public static String line(PairReport report, String computed) {
        Json json = new Json().open();
        json.put("suite", report.suite()).put("pair", report.pair());
        json.put("verdict", report.verdict()).put("expected", report.expected());
        json.put("asExpected", report.asExpected()).put("unmet", report.unmet());
        json.put("error", report.error() == null ? null : lower(report.error()));
        json.put("method", report.method() == null ? null : report.method().toString())
                .put("assumptions", report.assumptions());
        json.put("kernel", report.kernel() == null ? null : report.kernel().spelling());
        json.put("location", location(report.location())).put("message", report.message());
        json.put("defect", defect(report.defect()));
        json.put("findings", report.findings().stream().map(JsonReport::defect).toList());
        json.put("scope", scope(report.scope()));
        if (!report.scope().condition().isEmpty()) {
            json.put("condition", report.scope().condition());
        }
        json.put("counterexample", counterexample(report.counterexample()));
        json.put("outputs", report.outputs()).put("vcs", vcs(report.vcs()));
        json.key("stats").open();
        json.put("reference", statistics(report.stats().reference()));
        json.put("candidate", statistics(report.stats().candidate()));
        json.put("peakBytes", report.stats().peakBytes()).close();
        json.put("millis", millis(report.millis()));
        ReplayOutcome replay = report.replay();
        json.put("replay", replay == null ? null : replay.toString());
        json.put("points", replay == null ? null : replay.points());
        json.put("terms", report.terms());
        if (cost(report.stats().reference()) != null || cost(report.stats().candidate()) != null) {
            json.key("cost").open();
            json.put(
                    "reference",
                    CostJson.of(cost(report.stats().reference()), JsonReport::location));
            json.put(
                            "candidate",
                            CostJson.of(cost(report.stats().candidate()), JsonReport::location))
                    .close();
        }
        if (computed != null) {
            json.put("computed", computed);
        }
        return json.close().toString();
    }

    /** The object of a list of findings, as the JSON of a pair has it. */
    public static String findings(List<Defect> findings) {
        Json json = new Json().open();
        json.put("findings", findings.stream().map(JsonReport::defect).toList());
        return json.close().toString();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static Json.Raw raw(Json json) {
        return new Json.Raw(json.toString());
    }

    private static Json.Raw location(Location location) {
        if (location == null) {
            return null;
        }
        Json json = new Json().open();
        json.put("file", location.position().file()).put("line", location.position().line());
        json.put("column", location.position().column());
        json.put("source", location.source() == null ? null : location.source().file());
        json.put("sourceLine", location.source() == null ? null : location.source().line());
        if (location.launch() != 0) {
            json.put("launch", location.launch()).put("entry", location.entry());
        }
        return raw(json.close());
    }

    private static Json.Raw defect(Defect defect) {
        if (defect == null) {
            return null;
        }
        Json json = new Json().open();
        json.put("kernel", defect.kernel() == null ? null : defect.kernel().spelling());
        Finding f = defect.finding();
        json.put("kind", f.kind().name()).put("message", f.message());
        json.put("location", location(f.location())).put("other", location(f.other()));
        json.put("threads", f.threads()).put("memory", f.memory());
        return raw(json.put("sameValue", f.sameValue()).close());
    }

    private static Json.Raw scope(Scope scope) {
        Json json = new Json().open();
        if (scope.reference() != null) {
            sideScope(json, scope.reference());
        }
        json.put("compared", scope.compared()).put("skipped", scope.skipped());
        if (!scope.quantified().isEmpty()) {
            json.put("quantified", scope.quantified());
        }
        Json.Raw candidate = null;
        if (scope.candidate() != null) {
            Json side = new Json().open();
            sideScope(side, scope.candidate());
            candidate = raw(side.close());
        }
        return raw(json.put("candidate", candidate).close());
    }

    private static void sideScope(Json json, SideScope side) {
        json.put("ptx", side.ptx()).put("entry", side.entry());
        json.put("grid", list(side.grid())).put("block", list(side.block()));
        json.put("cta", side.cta() == null ? "all" : list(side.cta()));
        json.put("ctasChecked", side.ctasChecked()).put("ctasTotal", side.ctasTotal());
    }

    private static List<Integer> list(Dim3 d) {
        return List.of(d.x(), d.y(), d.z());
    }

    private static String spelling(ReplayOutcome.Kind replay) {
        return replay == ReplayOutcome.Kind.NONE ? null : replay.spelling();
    }

    private static Json.Raw counterexample(Counterexample c) {
        if (c == null) {
            return null;
        }
        Json json = new Json().open();
        json.put("tensor", c.tensor()).put("index", c.index());
        json.put("reference", c.reference()).put("candidate", c.candidate());
        json.put("inputs", c.inputs()).put("difference", c.difference());
        return raw(json.put("replay", spelling(c.replay())).close());
    }

    private static Json.Raw vcs(VcCounts vcs) {
        Json json = new Json().open();
        json.put("total", vcs.total()).put("proved", vcs.proved());
        json.put("refuted", vcs.refuted()).put("undecided", vcs.undecided());
        json.put("lemmas", vcs.lemmas());
        return raw(json.close());
    }

    private static KernelCost cost(Statistics s) {
        return s == null ? null : s.cost();
    }

    private static Json.Raw statistics(Statistics s) {
        if (s == null) {
            return null;
        }
        Json json = new Json().open();
        json.put("threads", s.threads()).put("ptxLines", s.ptxLines());
        json.put("instructions", s.instructions());
        json.put("blockSyncs", s.blockSyncs()).put("warpSyncs", s.warpSyncs());
        json.put("sharedBytes", s.sharedBytes()).put("terms", s.terms());
        json.put("loads", s.loads()).put("stores", s.stores());
        json.put("dynamicBarriers", s.dynamicBarriers());
        json.put("sharedAddresses", s.sharedAddresses());
        json.put("statements", s.statements()).put("raceTests", s.raceTests());
        return raw(json.close());
    }

    private static Json.Raw millis(Millis m) {
        Json json = new Json().open();
        json.put("parse", m.parse()).put("simulate", m.simulate()).put("decide", m.decide());
        json.put("replay", m.replay()).put("total", m.total());
        return raw(json.close());
    }
}

package io.heddle.table;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.SideScope;
import io.heddle.simulate.Statistics;
import java.util.List;
import java.util.function.Function;

/** The columns of each report table, in order. */
final class TableColumns {
    private TableColumns() {}

    static List<Column<RunRow>> runs() {
        return new Columns<RunRow>()
                .time("started_at", "when the run began", RunRow::startedAt)
                .text("version", "version of Heddle", RunRow::version)
                .text("master", "Spark master", RunRow::master)
                .column("suites", Columns.STRINGS, "suite files", r -> list(r.suites()))
                .number("wall_millis", "milliseconds from start to end", RunRow::wallMillis)
                .number("pairs", "pairs answered", RunRow::pairs)
                .number("unexpected", "pairs that were not as expected", RunRow::unexpected)
                .list();
    }

    static List<Column<PairRows>> pairs() {
        Columns<PairRows> columns = new Columns<PairRows>().all("", answer(), PairRows::report);
        columns.all("location_", location(), r -> r.report().location());
        columns.text("message", "one line: the cause", r -> r.report().message());
        columns.all("reference_", side(), r -> scope(r) == null ? null : scope(r).reference());
        columns.all("candidate_", side(), r -> scope(r) == null ? null : scope(r).candidate());
        columns.number(
                "compared",
                "output elements compared",
                r -> scope(r) == null ? null : scope(r).compared());
        columns.number(
                "skipped",
                "output elements that neither side writes",
                r -> scope(r) == null ? null : scope(r).skipped());
        columns.all("counterexample_", counterexample(), r -> r.report().counterexample());
        columns.number("outputs", "output elements compared, 0 if none", r -> r.report().outputs());
        columns.all("vcs_", counts(), r -> r.report().vcs());
        columns.all("millis_", millis(), r -> r.report().millis());
        return columns.text(
                        "replay",
                        "what the concrete replay says: agrees, replayed, real-only, or none and"
                                + " why",
                        r -> r.report().replay())
                .number(
                        "points",
                        "inputs on which the kernels were replayed",
                        r -> r.report().replay() == null ? null : r.report().replay().points())
                .text(
                        "key",
                        "SHA-256 of all that the answer depends on; what --reuse looks up",
                        PairRows::key)
                .text("reused_from", "earlier run whose answer this is", PairRows::reusedFrom)
                .time("finished_at", "when the pair was answered", PairRows::finishedAt)
                .list();
    }

    private static PairReport.Scope scope(PairRows rows) {
        return rows.report().scope();
    }

    /** The columns that name a pair. */
    private static <T> Columns<T> pair(Function<T, PairReport> report) {
        return new Columns<T>()
                .text("suite", "name of the suite", r -> report.apply(r).suite())
                .text("pair", "name of the pair or instance", r -> report.apply(r).pair());
    }

    private static Columns<PairReport> answer() {
        return TableColumns.<PairReport>pair(r -> r)
                .text("verdict", "the verdict (contract.md, Verdicts)", PairReport::verdict)
                .text("expected", "the effective expected verdict", PairReport::expected)
                .flag("as_expected", "whether the outcome is as expected", PairReport::asExpected)
                .text("unmet", "what of the expectation is not met", PairReport::unmet)
                .text("error", "for ERROR: INPUT, OUTCOME or INTERNAL", PairReport::error)
                .text("method", "for EQUIVALENT: exact or pit", PairReport::method)
                .column(
                        "assumptions",
                        Columns.STRINGS,
                        "all that was assumed beyond real arithmetic",
                        r -> list(r.assumptions()))
                .text(
                        "kernel",
                        "the kernel that the verdict is about: reference or candidate",
                        r -> r.kernel() == null ? null : r.kernel().spelling());
    }

    private static Columns<Location> location() {
        return new Columns<Location>()
                .text("file", "PTX file", l -> l.position().file())
                .line("line", "PTX line", l -> l.position().line())
                .line("column", "PTX column", l -> l.position().column())
                .text(
                        "source",
                        "CUDA file, where .loc gives it",
                        l -> l.source() == null ? null : l.source().file())
                .line(
                        "source_line",
                        "CUDA line, where .loc gives it",
                        l -> l.source() == null ? null : l.source().line());
    }

    private static Columns<SideScope> side() {
        return new Columns<SideScope>()
                .text("ptx", "PTX file of this side", SideScope::ptx)
                .text("entry", "kernel of this side", SideScope::entry)
                .text("grid", "CTAs of the grid: x,y,z", SideScope::grid)
                .text("block", "threads of a CTA: x,y,z", SideScope::block)
                .text("cta", "the CTA asked for: x,y,z; null for all", SideScope::cta)
                .number("ctas_checked", "CTAs executed", SideScope::ctasChecked);
    }

    private static Columns<PairReport.Counterexample> counterexample() {
        return new Columns<PairReport.Counterexample>()
                .text("tensor", "output tensor", c -> c.tensor())
                .column("index", Columns.LONGS, "index of the element", c -> list(c.index()))
                .text("reference", "the reference's value", c -> c.reference())
                .text("candidate", "the candidate's value", c -> c.candidate())
                .column(
                        "inputs",
                        Columns.STRING_MAP,
                        "the input elements that matter, by name",
                        c -> c.inputs())
                .text("difference", "how the terms differ, in words", c -> c.difference())
                .text("replay", "replayed or real-only", c -> c.replay());
    }

    private static Columns<PairReport.VcCounts> counts() {
        return new Columns<PairReport.VcCounts>()
                .number("total", "verification conditions", PairReport.VcCounts::total)
                .number("proved", "conditions proved", PairReport.VcCounts::proved)
                .number("refuted", "conditions refuted", PairReport.VcCounts::refuted)
                .number("undecided", "conditions left", PairReport.VcCounts::undecided);
    }

    private static Columns<PairReport.Millis> millis() {
        return new Columns<PairReport.Millis>()
                .number("parse", "milliseconds of parsing", PairReport.Millis::parse)
                .number("simulate", "milliseconds of both executions", PairReport.Millis::simulate)
                .number(
                        "decide",
                        "milliseconds of the decision, of all its tasks together",
                        PairReport.Millis::decide)
                .number("replay", "milliseconds of the replay", PairReport.Millis::replay)
                .number(
                        "total",
                        "milliseconds from the pair's start to its report, less those in queues"
                                + " behind other pairs",
                        PairReport.Millis::total);
    }

    static List<Column<PairRows.Kernel>> kernels() {
        return TableColumns.<PairRows.Kernel>pair(PairRows.Kernel::report)
                .text("side", "reference or candidate", k -> k.side().spelling())
                .all("", side(), PairRows.Kernel::scope)
                .number("ctas_total", "CTAs of the grid", k -> k.scope().ctasTotal())
                .all("", statistics(), PairRows.Kernel::stats)
                .list();
    }

    private static Columns<Statistics> statistics() {
        return new Columns<Statistics>()
                .number("threads", "threads executed", s -> s.threads())
                .line("ptx_lines", "lines of the entry in its file", s -> s.ptxLines())
                .number(
                        "instructions",
                        "instructions executed, summed over threads",
                        s -> s.instructions())
                .number("block_syncs", "block barriers, summed over threads", s -> s.blockSyncs())
                .number(
                        "warp_syncs",
                        "warp-level synchronisations, summed over threads",
                        s -> s.warpSyncs())
                .number("shared_bytes", "shared memory of a CTA", s -> s.sharedBytes())
                .number("terms", "terms that the execution made", s -> s.terms())
                .number("loads", "loads, summed over threads", s -> s.loads())
                .number("stores", "stores, summed over threads", s -> s.stores())
                .number(
                        "dynamic_barriers",
                        "generations of block barriers that completed",
                        s -> s.dynamicBarriers())
                .number(
                        "shared_addresses",
                        "words of shared memory that were accessed",
                        s -> s.sharedAddresses())
                .number(
                        "statements",
                        "accesses of shared memory and block barriers, summed over threads",
                        s -> s.statements())
                .number(
                        "race_tests",
                        "pairs of accesses that begin in one word of shared memory",
                        s -> s.raceTests());
    }

    static List<Column<PairRows.Finding>> findings() {
        return TableColumns.<PairRows.Finding>pair(PairRows.Finding::report)
                .line("number", "order in the pair, from 0", PairRows.Finding::number)
                .flag("is_verdict", "whether it is the verdict", PairRows.Finding::isVerdict)
                .text(
                        "kernel",
                        "reference or candidate; null for a refutation",
                        f ->
                                f.defect() == null || f.defect().kernel() == null
                                        ? null
                                        : f.defect().kernel().spelling())
                .text(
                        "kind",
                        "the verdict that it asks for",
                        f -> f.defect() == null ? f.report().verdict() : f.what().kind())
                .text(
                        "message",
                        "one line",
                        f -> f.defect() == null ? f.report().message() : f.what().message())
                .all("", location(), f -> f.defect() == null ? null : f.what().location())
                .all("other_", location(), f -> f.defect() == null ? null : f.what().other())
                .all("", finding(), f -> f.defect() == null ? null : f.what())
                .list();
    }

    private static Columns<Finding> finding() {
        return new Columns<Finding>()
                .column(
                        "threads",
                        Columns.INTS,
                        "linear ids of threads concerned",
                        d -> list(d.threads()))
                .text("memory", "tensor element or shared-memory offset", Finding::memory)
                .flag("same_value", "a race that writes one value", Finding::sameValue);
    }

    static List<Column<ShardRow>> vcs() {
        return new Columns<ShardRow>()
                .text("suite", "name of the suite", ShardRow::suite)
                .text("pair", "name of the pair or instance", ShardRow::pair)
                .text("tensor", "output tensor", ShardRow::tensor)
                .line("shard", "number in the pair, from 0", ShardRow::shard)
                .number("first_index", "row-major index of the first", ShardRow::firstIndex)
                .number("last_index", "row-major index of the last", ShardRow::lastIndex)
                .number("total", "verification conditions", ShardRow::total)
                .number("proved", "conditions proved", ShardRow::proved)
                .number("refuted", "conditions refuted", ShardRow::refuted)
                .number("undecided", "conditions left", ShardRow::undecided)
                .text("method", "strongest method needed: same, exact, pit", ShardRow::method)
                .number("terms", "terms that the conditions reach", ShardRow::terms)
                .number("bytes", "size of the slice on the wire", ShardRow::bytes)
                .number("micros", "microseconds of the decision", ShardRow::micros)
                .text("worker", "executor and host that decided it", ShardRow::worker)
                .list();
    }

    /** A list as Spark takes it. */
    private static Object list(List<?> list) {
        return list.toArray();
    }
}

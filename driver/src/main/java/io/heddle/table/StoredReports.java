package io.heddle.table;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.ptx.SourceLine;
import io.heddle.ptx.SourcePosition;
import io.heddle.report.ErrorCause;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.SideScope;
import io.heddle.report.ReplayOutcome;
import io.heddle.report.Verdict;
import io.heddle.simulate.Statistics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Rows back to reports: the inverse of {@link TableColumns}. */
final class StoredReports {
    private final Dataset<Row> pairs;
    private final Map<String, Statistics> statistics = new HashMap<>();
    private final Map<String, List<Row>> findings = new HashMap<>();

    /** Rows of one or more runs. */
    StoredReports(Dataset<Row> pairs, Dataset<Row> kernels, Dataset<Row> findings) {
        this.pairs = pairs;
        for (Row r : kernels.collectAsList()) {
            Cells row = new Cells(r, "");
            statistics.put(key(row) + '\n' + row.text("side"), statistics(row));
        }
        for (Row r : findings.orderBy("number").collectAsList()) {
            this.findings.computeIfAbsent(key(new Cells(r, "")), k -> new ArrayList<>()).add(r);
        }
    }

    private static String key(Cells row) {
        return row.text(Table.RUN_ID) + '\n' + row.text("suite") + '\n' + row.text("pair");
    }

    /** The reports, in order of suite and pair. */
    List<PairReport> reports() {
        return pairs.orderBy("suite", "pair").collectAsList().stream().map(this::report).toList();
    }

    /** The report of one row of the table of pairs. */
    PairReport report(Row pair) {
        Cells row = new Cells(pair, "");
        String key = key(row);
        List<Defect> further = new ArrayList<>();
        Defect defect = null;
        for (Row r : findings.getOrDefault(key, List.of())) {
            Cells finding = new Cells(r, "");
            if (finding.flag("is_verdict")
                    && finding.text("kind").equals(Finding.Kind.NOT_EQUIVALENT.name())) {
                continue; // the counterexample, which the pair's row has too
            }
            if (finding.flag("is_verdict") && defect == null) {
                defect = defect(finding);
            } else {
                further.add(defect(finding));
            }
        }
        return new PairReport(
                row.text("suite"),
                row.text("pair"),
                row.verdict("verdict"),
                row.verdict("expected"),
                row.text("unmet"),
                row.text("error") == null ? null : ErrorCause.valueOf(row.text("error")),
                row.text("method"),
                row.list("assumptions"),
                kernel(row.text("kernel")),
                location(row.part("location_")),
                row.text("message"),
                defect,
                further,
                scope(row),
                counterexample(row.part("counterexample_")),
                row.number("outputs"),
                counts(row.part("vcs_")),
                new PairReport.Stats(
                        statistics.get(key + "\nreference"),
                        statistics.get(key + "\ncandidate"),
                        null),
                millis(row.part("millis_")),
                row.text("replay") == null
                        ? null
                        : ReplayOutcome.parse(row.text("replay"), row.number("points")),
                Map.of());
    }

    private static KernelSide kernel(String spelling) {
        return spelling == null
                ? null
                : KernelSide.valueOf(spelling.toUpperCase(java.util.Locale.ROOT));
    }

    private static Location location(Cells row) {
        if (row.text("file") == null) {
            return null;
        }
        return new Location(
                new SourcePosition(
                        row.text("file"), (int) row.number("line"), (int) row.number("column")),
                row.text("source") == null
                        ? null
                        : new SourceLine(row.text("source"), (int) row.number("source_line")));
    }

    private static Defect defect(Cells row) {
        return new Defect(
                kernel(row.text("kernel")),
                new Finding(
                        Finding.Kind.valueOf(row.text("kind")),
                        row.text("message"),
                        location(row),
                        location(row.part("other_")),
                        row.list("threads"),
                        row.text("memory"),
                        row.flag("same_value")));
    }

    private static PairReport.Scope scope(Cells row) {
        if (row.isNull("compared")) {
            return null;
        }
        return new PairReport.Scope(
                side(row.part("reference_")),
                side(row.part("candidate_")),
                row.number("compared"),
                row.number("skipped"));
    }

    private static SideScope side(Cells row) {
        if (row.text("entry") == null) {
            return null;
        }
        return new SideScope(
                row.text("ptx"),
                row.text("entry"),
                dim3(row.text("grid")),
                dim3(row.text("block")),
                dim3(row.text("cta")),
                row.number("ctas_checked"));
    }

    private static Dim3 dim3(String text) {
        if (text == null) {
            return null;
        }
        String[] parts = text.split(",", -1);
        return new Dim3(
                Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    private static PairReport.Counterexample counterexample(Cells row) {
        if (row.text("tensor") == null) {
            return null;
        }
        return new PairReport.Counterexample(
                row.text("tensor"),
                row.list("index"),
                row.text("reference"),
                row.text("candidate"),
                new java.util.TreeMap<>(row.map("inputs")),
                row.text("difference"),
                row.text("replay"));
    }

    private static PairReport.VcCounts counts(Cells row) {
        return new PairReport.VcCounts(
                row.number("total"),
                row.number("proved"),
                row.number("refuted"),
                row.number("undecided"));
    }

    private static PairReport.Millis millis(Cells row) {
        return new PairReport.Millis(
                row.number("parse"),
                row.number("simulate"),
                row.number("decide"),
                row.number("replay"),
                row.number("total"));
    }

    private static Statistics statistics(Cells row) {
        if (row.isNull("threads")) {
            return null;
        }
        return new Statistics(
                row.number("threads"),
                (int) row.number("ptx_lines"),
                row.number("instructions"),
                row.number("block_syncs"),
                row.number("warp_syncs"),
                row.number("shared_bytes"),
                row.number("terms"),
                row.number("loads"),
                row.number("stores"),
                row.number("dynamic_barriers"),
                row.number("shared_addresses"),
                row.number("statements"),
                row.number("race_tests"));
    }

    /** The cells of a row whose column names begin with a prefix. */
    private record Cells(Row row, String prefix) {
        Cells part(String further) {
            return new Cells(row, prefix + further);
        }

        private Object get(String name) {
            return row.get(row.fieldIndex(prefix + name));
        }

        boolean isNull(String name) {
            return get(name) == null;
        }

        String text(String name) {
            return (String) get(name);
        }

        boolean flag(String name) {
            return Boolean.TRUE.equals(get(name));
        }

        long number(String name) {
            Object value = get(name);
            return value == null ? 0 : ((Number) value).longValue();
        }

        Verdict verdict(String name) {
            return Verdict.parse(text(name));
        }

        <E> List<E> list(String name) {
            return isNull(name) ? List.of() : row.getList(row.fieldIndex(prefix + name));
        }

        Map<String, String> map(String name) {
            return isNull(name) ? Map.of() : row.getJavaMap(row.fieldIndex(prefix + name));
        }
    }
}

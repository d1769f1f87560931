package io.heddle.table;

import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.simulate.Statistics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/** Rows back to reports: joins what the tables of pairs, kernels and findings have of a pair. */
final class StoredReports {
    private final PairColumns pairColumns = new PairColumns();
    private final KernelColumns kernelColumns = new KernelColumns();
    private final FindingColumns findingColumns = new FindingColumns();
    private final List<Row> pairs;
    private final Map<Key, Map<String, Statistics>> statistics = new HashMap<>();
    private final Map<Key, List<Cells>> findings = new HashMap<>();

    /** A pair of a run. */
    private record Key(String run, PairName pair) {
        static Key of(Cells row, PairName pair) {
            return new Key(row.text(Table.RUN_ID), pair);
        }
    }

    /** Rows of one or more runs. */
    StoredReports(List<Row> pairs, List<Row> kernels, List<Row> findings) {
        this.pairs = pairs;
        for (Row r : kernels) {
            Cells row = Cells.of(r);
            statistics
                    .computeIfAbsent(Key.of(row, kernelColumns.name(row)), k -> new HashMap<>())
                    .put(kernelColumns.side(row), kernelColumns.statistics(row));
        }
        List<Cells> inOrder = new ArrayList<>(findings.stream().map(Cells::of).toList());
        inOrder.sort(Comparator.comparingLong(f -> f.number(FindingColumns.NUMBER)));
        for (Cells row : inOrder) {
            this.findings
                    .computeIfAbsent(Key.of(row, findingColumns.name(row)), k -> new ArrayList<>())
                    .add(row);
        }
    }

    /** The reports, in order of suite and pair. */
    List<PairReport> reports() {
        return pairs.stream()
                .map(this::report)
                .sorted(
                        Comparator.comparing(PairReport::suite, Utf8Order.TEXTS)
                                .thenComparing(PairReport::pair, Utf8Order.TEXTS))
                .toList();
    }

    /** The report of one row of the table of pairs. */
    PairReport report(Row pair) {
        Cells row = Cells.of(pair);
        Key key = Key.of(row, pairColumns.name(row));
        List<Defect> further = new ArrayList<>();
        Defect defect = null;
        for (Cells finding : findings.getOrDefault(key, List.of())) {
            if (findingColumns.isRefutation(finding)) {
                continue;
            }
            if (findingColumns.isVerdict(finding) && defect == null) {
                defect = findingColumns.defect(finding);
            } else {
                further.add(findingColumns.defect(finding));
            }
        }
        Map<String, Statistics> sides = statistics.getOrDefault(key, Map.of());
        PairReport.Stats stats =
                new PairReport.Stats(
                        sides.get(KernelSide.REFERENCE.spelling()),
                        sides.get(KernelSide.CANDIDATE.spelling()),
                        null);
        return pairColumns.report(row, defect, further, stats);
    }
}

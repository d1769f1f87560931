package io.heddle.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;

/**
 * Appends the rows of one run to the report tables.
 *
 * <p>Each table is a folder of Parquet files, each run a folder {@code run_id=…} in it that only
 * this run writes; so runs may write at the same time. The rows of some pairs are a batch (see
 * {@link ReportFolder}): its files are written elsewhere, then get their places one after the
 * other, the one in {@code pairs} last, so that readers see all of a pair's rows or none. Not
 * thread-safe.
 */
public final class TableWriter {
    private final ReportFolder folder;
    private final String runId;

    /**
     * @param folder the report folder
     * @param runId the run whose rows these are
     */
    public TableWriter(ReportFolder folder, String runId) {
        this.folder = folder;
        this.runId = runId;
    }

    /**
     * Appends all rows of some pairs.
     *
     * @throws UnwritableException if they cannot be written; none of them is seen then
     */
    public void append(List<PairRows> pairs) throws UnwritableException {
        List<Object[]> kernels = new ArrayList<>();
        List<Object[]> findings = new ArrayList<>();
        List<Object[]> vcs = new ArrayList<>();
        List<Object[]> costs = new ArrayList<>();
        List<Object[]> answers = new ArrayList<>();
        for (PairRows pair : pairs) {
            pair.kernels().forEach(k -> kernels.add(Table.KERNELS.row(k)));
            pair.findings().forEach(f -> findings.add(Table.FINDINGS.row(f)));
            pair.shards().forEach(s -> vcs.add(Table.VCS.row(s)));
            pair.costs().forEach(c -> costs.add(Table.COSTS.row(c)));
            answers.add(Table.PAIRS.row(pair));
        }
        Map<Table<?>, List<Object[]>> rows = new LinkedHashMap<>();
        rows.put(Table.KERNELS, kernels);
        rows.put(Table.FINDINGS, findings);
        rows.put(Table.VCS, vcs);
        if (!costs.isEmpty()) {
            rows.put(Table.COSTS, costs);
        }
        rows.put(Table.PAIRS, answers);
        append(rows);
    }

    /**
     * Appends the row of the run itself, after its last pair.
     *
     * @throws UnwritableException if it cannot be written
     */
    public void append(RunRow run) throws UnwritableException {
        append(Map.of(Table.RUNS, List.<Object[]>of(Table.RUNS.row(run))));
    }

    private void append(Map<Table<?>, List<Object[]>> rows) throws UnwritableException {
        Path staging = new Path(folder.staging(runId), UUID.randomUUID().toString());
        List<Path> placed = new ArrayList<>();
        try {
            Map<Table<?>, Path> written = write(rows, staging);
            List<Integer> checksums = new ArrayList<>();
            for (Table<?> table : ReportFolder.named(written.keySet())) {
                checksums.add(folder.checksum(written.get(table)));
            }
            String batch = BatchName.of(checksums);
            for (Map.Entry<Table<?>, Path> file : written.entrySet()) {
                Path place =
                        new Path(folder.of(file.getKey(), runId), batch + ParquetRows.EXTENSION);
                placed.add(place);
                folder.move(file.getValue(), place);
            }
        } catch (IOException | RuntimeException | FSError e) { // a full disk is an FSError
            placed.forEach(this::discard); // what stays all the same does not count
            throw new UnwritableException(e);
        } finally {
            discard(staging);
        }
    }

    /** Writes the rows of each table into a file of {@code staging}, in the order of the tables. */
    private Map<Table<?>, Path> write(Map<Table<?>, List<Object[]>> rows, Path staging)
            throws IOException {
        Map<Table<?>, Path> written = new LinkedHashMap<>();
        for (Map.Entry<Table<?>, List<Object[]>> some : rows.entrySet()) {
            Table<?> table = some.getKey();
            Path file = new Path(staging, table.name() + ParquetRows.EXTENSION);
            ParquetRows.write(folder.files(), file, table.schema(), some.getValue());
            written.put(table, file);
        }
        return written;
    }

    private void discard(Path path) {
        try {
            folder.files().delete(path, true);
        } catch (IOException e) {
            return; // hidden from readers, and put away when the run is finished or resumed
        }
    }
}

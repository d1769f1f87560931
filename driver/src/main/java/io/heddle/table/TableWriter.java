package io.heddle.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

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
    private final SparkSession session;
    private final ReportFolder folder;
    private final String runId;

    /**
     * @param session to write with
     * @param folder the report folder
     * @param runId the run whose rows these are
     */
    public TableWriter(SparkSession session, ReportFolder folder, String runId) {
        this.session = session;
        this.folder = folder;
        this.runId = runId;
        session.conf().set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
    }

    /**
     * Appends all rows of some pairs.
     *
     * @throws UnwritableException if they cannot be written; none of them is seen then
     */
    public void append(List<PairRows> pairs) throws UnwritableException {
        List<Row> kernels = new ArrayList<>();
        List<Row> findings = new ArrayList<>();
        List<Row> vcs = new ArrayList<>();
        List<Row> answers = new ArrayList<>();
        for (PairRows pair : pairs) {
            pair.kernels().forEach(k -> kernels.add(Table.KERNELS.row(k)));
            pair.findings().forEach(f -> findings.add(Table.FINDINGS.row(f)));
            pair.shards().forEach(s -> vcs.add(Table.VCS.row(s)));
            answers.add(Table.PAIRS.row(pair));
        }
        Map<Table<?>, List<Row>> rows = new LinkedHashMap<>();
        rows.put(Table.KERNELS, kernels);
        rows.put(Table.FINDINGS, findings);
        rows.put(Table.VCS, vcs);
        rows.put(Table.PAIRS, answers);
        append(rows);
    }

    /**
     * Appends the row of the run itself, after its last pair.
     *
     * @throws UnwritableException if it cannot be written
     */
    public void append(RunRow run) throws UnwritableException {
        append(Map.of(Table.RUNS, List.of(Table.RUNS.row(run))));
    }

    private void append(Map<Table<?>, List<Row>> rows) throws UnwritableException {
        Path staging = new Path(folder.staging(runId), UUID.randomUUID().toString());
        List<Path> placed = new ArrayList<>();
        try {
            Map<Table<?>, Path> written = new LinkedHashMap<>();
            for (Map.Entry<Table<?>, List<Row>> table : rows.entrySet()) {
                written.put(table.getKey(), write(table.getKey(), table.getValue(), staging));
            }
            List<Integer> checksums = new ArrayList<>();
            for (Path file : written.values()) {
                checksums.add(folder.checksum(file));
            }
            String batch = BatchName.of(checksums);
            for (Map.Entry<Table<?>, Path> file : written.entrySet()) {
                String name = file.getValue().getName();
                String extension = name.substring(name.indexOf('.'));
                Path place = new Path(folder.of(file.getKey(), runId), batch + extension);
                placed.add(place);
                folder.move(file.getValue(), place);
            }
        } catch (Exception e) { // whatever Spark or the file system has to say
            placed.forEach(this::discard); // what stays all the same does not count
            throw new UnwritableException(e);
        } finally {
            discard(staging);
        }
    }

    /** Writes rows into a file of {@code staging} and returns it. */
    private Path write(Table<?> table, List<Row> rows, Path staging) throws IOException {
        Path target = new Path(staging, table.name());
        session.sparkContext()
                .setJobDescription("write " + rows.size() + " rows of " + table.name());
        session.createDataFrame(rows, table.schema())
                .coalesce(1)
                .write()
                .mode(SaveMode.Append)
                .parquet(target.toString());
        for (FileStatus file : folder.files().listStatus(target)) {
            if (file.getPath().getName().endsWith(".parquet")) {
                return file.getPath();
            }
        }
        throw new IOException(target + ": Spark wrote no file that this process can see");
    }

    private void discard(Path path) {
        try {
            folder.files().delete(path, true);
        } catch (IOException e) {
            return; // hidden from readers, and put away when the run is finished or resumed
        }
    }
}

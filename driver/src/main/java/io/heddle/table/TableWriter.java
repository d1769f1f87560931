package io.heddle.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Appends the rows of one run to the report tables.
 *
 * <p>Each table is a folder of Parquet files, each run a folder {@code run_id=…} in it that only
 * this run writes; so runs may write at the same time. The row in {@code pairs} is written after
 * all other rows of its pair, so that a pair in {@code pairs} is complete. Not thread-safe.
 */
public final class TableWriter {
    private final SparkSession session;
    private final String out;
    private final String runId;

    /**
     * @param session to write with
     * @param out the report folder
     * @param runId the run whose rows these are
     */
    public TableWriter(SparkSession session, String out, String runId) {
        this.session = session;
        this.out = out;
        this.runId = runId;
    }

    /** Appends all rows of some pairs. */
    public void append(List<PairRows> pairs) {
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
        append(Table.KERNELS, kernels);
        append(Table.FINDINGS, findings);
        append(Table.VCS, vcs);
        append(Table.PAIRS, answers);
    }

    /** Appends the row of the run itself, after its last pair. */
    public void append(RunRow run) {
        append(Table.RUNS, List.of(Table.RUNS.row(run)));
    }

    private void append(Table<?> table, List<Row> rows) {
        session.sparkContext()
                .setJobDescription("write " + rows.size() + " rows of " + table.name());
        session.createDataFrame(rows, table.schema())
                .coalesce(1)
                .write()
                .mode(SaveMode.Append)
                .parquet(out + "/" + table.name() + "/" + Table.RUN_ID + "=" + runId);
    }
}

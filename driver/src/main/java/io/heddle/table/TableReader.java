package io.heddle.table;

import io.heddle.report.PairReport;
import io.heddle.suite.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Reads the report tables of a folder.
 *
 * <p>Files are read with the present columns: a column that an older file lacks is null.
 */
public final class TableReader {
    private final SparkSession session;
    private final String out;

    /**
     * @param session to read with
     * @param out the report folder
     */
    public TableReader(SparkSession session, String out) {
        this.session = session;
        this.out = out;
    }

    /** True if {@code table} has at least one run in it. */
    public boolean has(Table<?> table) {
        Path folder = new Path(out, table.name());
        try {
            FileSystem files = folder.getFileSystem(session.sparkContext().hadoopConfiguration());
            return files.exists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rows of a table, of all runs; none if there is no such table yet. */
    public Dataset<Row> read(Table<?> table) {
        return has(table)
                ? session.read().schema(table.querySchema()).parquet(out + "/" + table.name())
                : session.createDataFrame(List.of(), table.querySchema());
    }

    /** The rows of one run. */
    public Dataset<Row> read(Table<?> table, String runId) {
        return read(table).where(functions.col(Table.RUN_ID).equalTo(runId));
    }

    /**
     * Registers each table as a view of its name.
     *
     * @throws InputException if there are no tables
     */
    public void registerViews() {
        if (Table.all().stream().noneMatch(this::has)) {
            throw new InputException(
                    "no report tables under "
                            + out
                            + "; heddle verify writes them, --out names"
                            + " their folder");
        }
        for (Table<?> table : Table.all()) {
            read(table).createOrReplaceTempView(table.name());
        }
    }

    /**
     * The run that {@code name} means: a run's id, a unique beginning of one, or {@code latest}.
     *
     * @throws InputException if it means none or several
     */
    public String run(String name) {
        Column id = functions.col(Table.RUN_ID);
        List<String> ids = new ArrayList<>();
        read(Table.PAIRS)
                .select(id)
                .distinct()
                .orderBy(id)
                .collectAsList()
                .forEach(r -> ids.add(r.getString(0)));
        if (ids.isEmpty()) {
            throw new InputException("no runs under " + out);
        }
        if (name.equals("latest")) {
            return ids.get(ids.size() - 1); // ids begin with their time
        }
        if (name.equals("previous") && ids.size() > 1) {
            return ids.get(ids.size() - 2);
        }
        List<String> found = ids.stream().filter(i -> i.startsWith(name)).toList();
        if (found.size() == 1 || found.contains(name)) {
            return found.contains(name) ? name : found.get(0);
        }
        String last = String.join(", ", ids.subList(Math.max(0, ids.size() - 5), ids.size()));
        throw new InputException(
                (found.isEmpty() ? "no run " : "several runs begin with ")
                        + name
                        + " under "
                        + out
                        + "; the last are "
                        + last);
    }

    /**
     * Answers of earlier runs by key, the latest of each. Answers UNDECIDED and ERROR are left out.
     */
    public Map<String, StoredAnswer> answers(Collection<String> keys) {
        if (keys.isEmpty() || !has(Table.PAIRS)) {
            return Map.of();
        }
        Dataset<Row> pairs =
                read(Table.PAIRS)
                        .where(functions.col("key").isin(keys.toArray()))
                        .where(functions.not(functions.col("verdict").isin("UNDECIDED", "ERROR")))
                        .cache();
        Object[] runs =
                pairs.select(Table.RUN_ID).distinct().collectAsList().stream()
                        .map(r -> r.getString(0))
                        .toArray();
        Column ofThese = functions.col(Table.RUN_ID).isin(runs);
        StoredReports stored =
                new StoredReports(
                        pairs,
                        read(Table.KERNELS).where(ofThese),
                        read(Table.FINDINGS).where(ofThese));
        Map<String, StoredAnswer> answers = new HashMap<>();
        for (Row row : pairs.orderBy(Table.RUN_ID).collectAsList()) {
            answers.put(
                    row.getAs("key"),
                    new StoredAnswer(stored.report(row), row.getAs(Table.RUN_ID)));
        }
        pairs.unpersist();
        return answers;
    }

    /** The reports of one run, in order of suite and pair. */
    public List<PairReport> reports(String runId) {
        return new StoredReports(
                        read(Table.PAIRS, runId),
                        read(Table.KERNELS, runId),
                        read(Table.FINDINGS, runId))
                .reports();
    }
}

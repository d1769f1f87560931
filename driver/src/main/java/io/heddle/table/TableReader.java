package io.heddle.table;

import io.heddle.report.PairReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Reads the report tables of a folder.
 *
 * <p>Files are read with the present columns: a column that an older file lacks is null. A reader
 * sees the rows that were there when it first read, of all tables at the same time.
 */
public final class TableReader {
    private static final String KEY = "key";

    private final SparkSession session;
    private final ReportFolder folder;
    private final Consumer<String> warn;
    private Map<Table<?>, List<Path>> files; // null before the first read

    /**
     * @param session to read with
     * @param folder the report folder
     * @param warn takes a line for each file that is damaged and left out
     */
    public TableReader(SparkSession session, ReportFolder folder, Consumer<String> warn) {
        this.session = session;
        this.folder = folder;
        this.warn = warn;
    }

    private List<Path> files(Table<?> table) {
        if (files == null) {
            files = folder.whole(warn);
        }
        return files.get(table);
    }

    /** True if {@code table} has at least one row in it. */
    public boolean has(Table<?> table) {
        return !files(table).isEmpty();
    }

    /** The rows of a table, of all runs; none if there is no such table yet. */
    public Dataset<Row> read(Table<?> table) {
        return has(table)
                ? session.read()
                        .schema(table.querySchema())
                        .option("basePath", folder.of(table).toString())
                        .parquet(files(table).stream().map(Path::toString).toArray(String[]::new))
                : session.createDataFrame(List.of(), table.querySchema());
    }

    /** The rows of one run. */
    public Dataset<Row> read(Table<?> table, String runId) {
        return read(table).where(functions.col(Table.RUN_ID).equalTo(runId));
    }

    /**
     * Registers each table as a view of its name.
     *
     * @throws io.heddle.suite.InputException if there are no tables
     */
    public void registerViews() {
        if (Table.all().stream().noneMatch(this::has)) {
            throw folder.withoutTables();
        }
        for (Table<?> table : Table.all()) {
            read(table).createOrReplaceTempView(table.name());
        }
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
                        .where(functions.col(KEY).isin(keys.toArray()))
                        .where(functions.not(functions.col("verdict").isin("UNDECIDED", "ERROR")))
                        .cache();
        Object[] runs =
                pairs.select(Table.RUN_ID).distinct().collectAsList().stream()
                        .map(r -> r.getString(0))
                        .toArray();
        Column ofThese = functions.col(Table.RUN_ID).isin(runs);
        StoredReports stored =
                new StoredReports(
                        pairs.collectAsList(),
                        read(Table.KERNELS).where(ofThese).collectAsList(),
                        read(Table.FINDINGS).where(ofThese).collectAsList());
        Map<String, StoredAnswer> answers = new HashMap<>();
        Map<String, List<ShardRow>> shards = shards(read(Table.VCS).where(ofThese));
        for (Row row : pairs.orderBy(Table.RUN_ID).collectAsList()) {
            answers.put(
                    row.getAs(KEY),
                    answer(stored, row, shards.getOrDefault(ofPair(row), List.of())));
        }
        pairs.unpersist();
        return answers;
    }

    /** The answers of one run. */
    public List<StoredAnswer> answersOf(String runId) {
        StoredReports stored = stored(runId);
        return read(Table.PAIRS, runId).collectAsList().stream()
                .map(row -> answer(stored, row, List.of()))
                .toList();
    }

    private static StoredAnswer answer(StoredReports stored, Row row, List<ShardRow> shards) {
        return new StoredAnswer(
                stored.report(row), row.getAs(Table.RUN_ID), row.getAs(KEY), shards);
    }

    /** The shards of each pair of each run, in order. */
    private static Map<String, List<ShardRow>> shards(Dataset<Row> rows) {
        ShardColumns columns = new ShardColumns();
        Map<String, List<ShardRow>> shards = new HashMap<>();
        for (Row row : rows.orderBy("shard").collectAsList()) {
            shards.computeIfAbsent(ofPair(row), k -> new ArrayList<>())
                    .add(columns.read(Cells.of(row)));
        }
        return shards;
    }

    /** Run and pair of a row of any table of pairs. */
    private static String ofPair(Row row) {
        return String.join(
                "\n",
                row.<String>getAs(Table.RUN_ID),
                row.<String>getAs("suite"),
                row.<String>getAs("pair"));
    }

    /** The reports of one run, in order of suite and pair. */
    public List<PairReport> reports(String runId) {
        return stored(runId).reports();
    }

    private StoredReports stored(String runId) {
        return new StoredReports(
                read(Table.PAIRS, runId).collectAsList(),
                read(Table.KERNELS, runId).collectAsList(),
                read(Table.FINDINGS, runId).collectAsList());
    }
}

package io.heddle.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A report table: its name, its columns with their meaning, and how a row is made.
 *
 * @param <T> what a row is made from
 */
public final class Table<T> {
    /** The partition column, which every table has. */
    public static final String RUN_ID = "run_id";

    static final String RUN_ID_MEANING = "the run (partition column, a folder of its own)";

    /** One row a run. */
    public static final Table<RunRow> RUNS =
            new Table<>("runs", "one row per run that finished", new RunColumns());

    /** One row a pair. */
    public static final Table<PairRows> PAIRS =
            new Table<>(
                    "pairs",
                    "one row per pair: the fields of its JSON, flattened",
                    new PairColumns());

    /** One row a side of a pair. */
    static final Table<PairRows.Kernel> KERNELS =
            new Table<>(
                    "kernels",
                    "one row per side of a pair: what ran, and its counts",
                    new KernelColumns());

    /** One row a defect or refutation. */
    static final Table<PairRows.Finding> FINDINGS =
            new Table<>("findings", "one row per defect or refutation", new FindingColumns());

    /** One row a shard. */
    static final Table<ShardRow> VCS =
            new Table<>(
                    "vcs",
                    "one row per shard: verification conditions of one output tensor that one task"
                            + " decided",
                    new ShardColumns());

    /** One row an instruction of a side whose costs were counted. */
    static final Table<PairRows.Cost> COSTS =
            new Table<>(
                    "costs",
                    "one row per instruction of a side, where --cost was given: what it costs",
                    new CostColumns());

    private final String name;
    private final String meaning;
    private final List<Column<T>> columns;

    private Table(String name, String meaning, Columns<T> columns) {
        this.name = name;
        this.meaning = meaning;
        this.columns = columns.list();
    }

    /** All tables. */
    public static List<Table<?>> all() {
        return List.of(RUNS, PAIRS, KERNELS, FINDINGS, VCS, COSTS);
    }

    /** Name of the folder and of the view. */
    public String name() {
        return name;
    }

    /** The columns as they lie in the files, without the partition column. */
    StructType schema() {
        List<StructField> fields = new ArrayList<>();
        for (Column<T> c : columns) {
            fields.add(DataTypes.createStructField(c.name(), c.type(), true));
        }
        return DataTypes.createStructType(fields);
    }

    /** The columns as queries see them. */
    public StructType querySchema() {
        return schema().add(RUN_ID, DataTypes.StringType);
    }

    /** The cells of the row of {@code value}, in the order of {@link #schema()}. */
    Object[] row(T value) {
        return columns.stream().map(c -> c.value().apply(value)).toArray();
    }

    /** The table's section of the documentation, in Markdown. */
    public String documentation() {
        StringBuilder text = new StringBuilder();
        text.append("### `").append(name).append("`: ").append(meaning).append("\n\n");
        text.append("| column | type | meaning |\n| --- | --- | --- |\n");
        line(text, RUN_ID, "string", RUN_ID_MEANING);
        for (Column<T> c : columns) {
            line(text, c.name(), c.type().simpleString(), c.meaning());
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String type, String meaning) {
        text.append("| `").append(name).append("` | ").append(type).append(" | ");
        text.append(meaning.replace("|", "\\|")).append(" |\n");
    }
}

package io.heddle.table;

import io.heddle.report.PairReport;
import io.heddle.suite.FileNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Reads report tables of this machine with Parquet's own library and without a Spark session, which
 * takes seconds to start. What counts is what {@link ReportFolder} says, as for {@link
 * TableReader}, and the rows are the same.
 */
public final class LocalTables {
    private static final String SPARKS_OWN = "spark.";
    private static final String LOGGER = "slf4j.provider";
    private static final String LOGGER_TALK = "slf4j.internal.verbosity";
    private static final String NO_LOGGER = "org.slf4j.helpers.NOP_FallbackServiceProvider";

    private final ReportFolder folder;
    private final Consumer<String> warn;
    private final Map<Table<?>, List<Row>> read = new HashMap<>();
    private Map<Table<?>, List<org.apache.hadoop.fs.Path>> files; // null before the first read

    private LocalTables(ReportFolder folder, Consumer<String> warn) {
        this.folder = folder;
        this.warn = warn;
    }

    /**
     * The tables of a folder; none if it may not be one of this machine, which settings of Spark
     * and Hadoop decide.
     *
     * @param warn takes a line for each file that is damaged and left out
     */
    public static Optional<LocalTables> of(String out, Consumer<String> warn) {
        boolean settings =
                System.getenv("HADOOP_CONF_DIR") != null
                        || LocalTables.class.getClassLoader().getResource("core-site.xml") != null
                        || System.getProperties().stringPropertyNames().stream()
                                .anyMatch(key -> key.startsWith(SPARKS_OWN));
        boolean named = out.startsWith("file:");
        if ((settings && !named) || !FileNames.scheme(out).equals("file")) {
            return Optional.empty();
        }
        if (System.getProperty(LOGGER) == null) {
            System.setProperty(LOGGER, NO_LOGGER); // Log4j takes as long to start as the rest
            System.setProperty(LOGGER_TALK, "WARN");
        }
        return Optional.of(new LocalTables(ReportFolder.local(out), warn));
    }

    /** The folder. */
    public ReportFolder folder() {
        return folder;
    }

    /**
     * The rows of a table, of all runs, in the order of their files.
     *
     * @throws io.heddle.suite.InputException if there are no tables at all
     */
    public List<Row> rows(Table<?> table) throws IOException {
        if (files == null) {
            files = folder.whole(warn);
            if (files.values().stream().allMatch(List::isEmpty)) {
                throw folder.withoutTables();
            }
        }
        List<Row> rows = read.get(table);
        if (rows == null) {
            rows = new ArrayList<>();
            for (org.apache.hadoop.fs.Path file : files.get(table)) {
                addRows(table, file, rows);
            }
            read.put(table, rows);
        }
        return rows;
    }

    /** The reports of one run, in order of suite and pair. */
    public List<PairReport> reports(String runId) throws IOException {
        return new StoredReports(
                        ofRun(Table.PAIRS, runId),
                        ofRun(Table.KERNELS, runId),
                        ofRun(Table.FINDINGS, runId))
                .reports();
    }

    private List<Row> ofRun(Table<?> table, String runId) throws IOException {
        return rows(table).stream().filter(r -> runId.equals(r.getAs(Table.RUN_ID))).toList();
    }

    private static void addRows(Table<?> table, org.apache.hadoop.fs.Path file, List<Row> rows)
            throws IOException {
        StructType schema = table.querySchema();
        String run = file.getParent().getName().substring(Table.RUN_ID.length() + 1);
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
        LocalInputFile input = new LocalInputFile(Path.of(file.toUri().getPath()));
        try (ParquetFileReader reader = ParquetFileReader.open(input, options)) {
            MessageType written = reader.getFileMetaData().getSchema();
            MessageType wanted = wanted(written, schema);
            reader.setRequestedSchema(wanted);
            MessageColumnIO columns = new ColumnIOFactory().getColumnIO(wanted, written);
            for (PageReadStore page = reader.readNextRowGroup();
                    page != null;
                    page = reader.readNextRowGroup()) {
                RecordReader<Group> records =
                        columns.getRecordReader(page, new GroupRecordConverter(wanted));
                for (long i = 0; i < page.getRowCount(); i++) {
                    rows.add(ParquetCells.row(records.read(), schema, run));
                }
            }
        }
    }

    /** The columns of a file that a table has. */
    private static MessageType wanted(MessageType written, StructType schema) {
        List<Type> columns = new ArrayList<>();
        for (StructField field : schema.fields()) {
            if (written.containsField(field.name())) {
                columns.add(written.getType(field.name()));
            }
        }
        return new MessageType(written.getName(), columns);
    }
}

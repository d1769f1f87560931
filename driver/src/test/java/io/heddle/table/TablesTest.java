package io.heddle.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.report.PairReport;
import io.heddle.spark.LocalSpark;
import io.heddle.suite.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class TablesTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
    private static final ShardRow SHARD =
            new ShardRow(
                    "suite", "equal", "y", 0, 0, 3, 4, 4, 0, 0, "exact", 99, 512, 70, "driver");
    @RegisterExtension static final LocalSpark SPARK = new LocalSpark(1);

    @TempDir Path out;
    private final List<String> warnings = new ArrayList<>();

    private TableWriter writer(String runId) {
        return new TableWriter(folder(), runId);
    }

    private TableReader reader() {
        return new TableReader(SPARK.session(), folder(), warnings::add);
    }

    private ReportFolder folder() {
        return new ReportFolder(out.toString(), new Configuration());
    }

    private static PairRows rows(PairReport report) {
        return new PairRows(report, "key of " + report.pair(), null, NOON, List.of(SHARD));
    }

    @Test
    void reportsComeBackAsTheyWereWritten() throws UnwritableException {
        List<PairReport> reports =
                List.of(
                        SampleReports.different(),
                        SampleReports.equivalent(),
                        SampleReports.error(),
                        SampleReports.race());
        writer("r1").append(reports.stream().map(TablesTest::rows).toList());
        assertEquals(reports, reader().reports("r1"));
    }

    @Test
    void theRowsAreTheSameWithoutSpark() throws Exception {
        List<PairReport> reports =
                List.of(
                        SampleReports.different(),
                        SampleReports.equivalent(),
                        SampleReports.error(),
                        SampleReports.race());
        writer("r1").append(reports.stream().map(TablesTest::rows).toList());
        writer("r2").append(List.of(rows(SampleReports.race())));
        writer("r1").append(new RunRow("r1", NOON, "1", "local", List.of("a.conf"), 5, 1, 1));
        LocalTables local = LocalTables.of(out.toString(), warnings::add).orElseThrow();
        for (Table<?> table : Table.all()) {
            assertEquals(
                    reader().read(table).orderBy(Table.RUN_ID).collectAsList(),
                    local.rows(table),
                    table.name());
        }
        assertEquals(reader().reports("r1"), local.reports("r1"));
        assertEquals(reports.size(), local.reports("r1").size());
        assertEquals(Optional.empty(), LocalTables.of("hdfs://host/reports", warnings::add));
    }

    @Test
    void withoutSparkATruncatedFileIsLeftOutWithItsRowsToo() throws Exception {
        writer("r1").append(List.of(rows(SampleReports.race())));
        writer("r2").append(List.of(rows(SampleReports.race())));
        Path file;
        try (Stream<Path> files = Files.list(out.resolve("findings/run_id=r1"))) {
            file = files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
        }
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
        LocalTables local = LocalTables.of(out.toString(), warnings::add).orElseThrow();
        assertEquals(List.of(), local.reports("r1"));
        assertEquals(1, local.reports("r2").size());
        assertEquals(1, warnings.size(), warnings.toString());
    }

    @Test
    void everyTableIsAView() throws UnwritableException {
        writer("r1").append(List.of(rows(SampleReports.race())));
        writer("r1").append(new RunRow("r1", NOON, "1", "local", List.of("a.conf"), 5, 1, 1));
        reader().registerViews();
        Row row =
                SPARK.session()
                        .sql(
                                "SELECT r.wall_millis, p.verdict, k.threads, f.memory, v.worker"
                                        + " FROM runs r JOIN pairs p USING (run_id)"
                                        + " JOIN kernels k USING (run_id) JOIN findings f USING"
                                        + " (run_id) JOIN vcs v USING (run_id)"
                                        + " WHERE k.side = 'candidate' AND f.is_verdict")
                        .first();
        assertEquals("[5,RACE,64,shared buf+4,driver]", row.toString());
    }

    @Test
    void aRunIsOnlyEverAddedTo() throws UnwritableException {
        writer("r1").append(List.of(rows(SampleReports.race())));
        writer("r1").append(List.of(rows(SampleReports.equivalent())));
        writer("r2").append(List.of(rows(SampleReports.error())));
        assertEquals(2, reader().reports("r1").size());
        assertEquals(1, reader().reports("r2").size());
        assertEquals(3, reader().read(Table.PAIRS).count());
    }

    @Test
    void answersAreFoundByKeyButErrorsAreNot() throws UnwritableException {
        writer("r1").append(List.of(rows(SampleReports.race()), rows(SampleReports.error())));
        var answers = reader().answers(List.of("key of race", "key of error", "another"));
        assertEquals(List.of("key of race"), List.copyOf(answers.keySet()));
        assertEquals(SampleReports.race(), answers.get("key of race").report());
        assertEquals("r1", answers.get("key of race").runId());
    }

    @Test
    void anAnswerHasItsShards() throws UnwritableException {
        writer("r1").append(List.of(rows(SampleReports.equivalent())));
        writer("r2").append(List.of(rows(SampleReports.equivalent())));
        StoredAnswer answer = reader().answers(List.of("key of equal")).get("key of equal");
        assertEquals(List.of(SHARD), answer.shards());
        ShardRow other = answer.renamed("s", "p").shards().get(0);
        assertEquals(List.of("s", "p", "y"), List.of(other.suite(), other.pair(), other.tensor()));
    }

    @Test
    void runsAreNamedByTheirBeginningOrTheirPlace() throws UnwritableException {
        writer("20260101T000000-aaaa").append(List.of(rows(SampleReports.race())));
        writer("20260102T000000-bbbb").append(List.of(rows(SampleReports.race())));
        assertEquals("20260102T000000-bbbb", folder().run("latest"));
        assertEquals("20260101T000000-aaaa", folder().run("previous"));
        assertEquals("20260101T000000-aaaa", folder().run("20260101"));
        assertThrows(InputException.class, () -> folder().run("2026"));
        assertThrows(InputException.class, () -> folder().run("1999"));
    }

    @Test
    void aFolderWithoutTablesIsNamed() {
        InputException e = assertThrows(InputException.class, () -> reader().registerViews());
        assertTrue(e.getMessage().contains(out.toString()), e.getMessage());
        assertFalse(reader().has(Table.RUNS));
    }

    private List<Path> files(String table, String runId) throws IOException {
        Path folder = out.resolve(table).resolve("run_id=" + runId);
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".parquet"))
                    .filter(f -> !f.getFileName().toString().startsWith("_"))
                    .toList();
        }
    }

    private long count(Table<?> table) {
        return reader().read(table).count();
    }

    @Test
    void aPairsRowsAreSeenAllOrNoneWhereverAWriteBreaksOff() throws Exception {
        writer("r1").append(List.of(rows(SampleReports.race())));
        writer("r1").append(List.of(rows(SampleReports.race())));
        Files.delete(files("pairs", "r1").get(0)); // as if broken off before the last table
        assertEquals(1, count(Table.PAIRS));
        assertEquals(2, count(Table.KERNELS));
        assertEquals(1, count(Table.VCS));
        assertEquals(List.of(), warnings);
        OpenRun.resume(folder(), "r1", List.of(), warnings::add).close();
        assertEquals(List.of(), warnings);
        assertEquals(1, files("kernels", "r1").size()); // for other readers of Parquet
        assertEquals(1, files("findings", "r1").size());
    }

    @Test
    void whatCannotBeWrittenIsNotSeenAndCanBeWrittenLater() throws Exception {
        Files.writeString(out.resolve("pairs"), "in the way");
        PairRows rows = rows(SampleReports.race());
        UnwritableException e =
                assertThrows(UnwritableException.class, () -> writer("r1").append(List.of(rows)));
        assertFalse(e.getMessage().contains("\n"), e.getMessage());
        Files.delete(out.resolve("pairs"));
        assertEquals(List.of(), files("kernels", "r1"));
        assertEquals(0, count(Table.KERNELS));
        writer("r1").append(List.of(rows));
        assertEquals(2, count(Table.KERNELS));
        assertEquals(List.of(SampleReports.race()), reader().reports("r1"));
    }

    @Test
    void aTruncatedFileIsLeftOutWithTheRowsOfItsPairsAndNamed() throws Exception {
        writer("r1").append(List.of(rows(SampleReports.race())));
        writer("r2").append(List.of(rows(SampleReports.equivalent())));
        Path file = files("kernels", "r1").get(0);
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file.resolveSibling("." + file.getFileName() + ".crc"));
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        var answers = reader().answers(List.of("key of race", "key of equal"));
        assertEquals(List.of("key of equal"), List.copyOf(answers.keySet()));
        assertEquals(1, warnings.size());
        assertTrue(warnings.get(0).contains(file.toString()), warnings.get(0));
    }

    @Test
    void filesOfEarlierVersionsCount() throws Exception {
        writer("r1").append(List.of(rows(SampleReports.race())));
        for (String table : List.of("pairs", "kernels", "findings", "vcs")) {
            Path file = files(table, "r1").get(0);
            Files.move(file, file.resolveSibling("part-00000-" + table + ".zstd.parquet"));
        }
        assertEquals(List.of(SampleReports.race()), reader().reports("r1"));
    }

    @Test
    void aRunHasOneWriterAndCanBeFoundBeforeItsFirstAnswer() throws Exception {
        try (OpenRun run = OpenRun.begin(folder(), "20260101T000000-aaaa", List.of())) {
            assertEquals("20260101T000000-aaaa", folder().runToResume("latest"));
            assertThrows(InputException.class, () -> folder().run("latest"));
            InputException e =
                    assertThrows(
                            InputException.class,
                            () ->
                                    OpenRun.resume(
                                            folder(),
                                            "20260101T000000-aaaa",
                                            List.of(),
                                            warnings::add));
            assertEquals("the run 20260101T000000-aaaa is still running", e.getMessage());
            run.finish();
        }
        assertThrows(InputException.class, () -> folder().runToResume("latest"));
    }

    @Test
    void aRunGoesOnWithThePairsWithWhichItBeganAndNoOthers() throws Exception {
        OpenRun.begin(folder(), "r1", List.of("s/b", "s/a[A=1,B=2]")).close();
        for (int i = 0; i < 2; i++) {
            OpenRun.resume(folder(), "r1", List.of("s/a[A=1,B=2]", "s/b"), warnings::add).close();
        }
        assertEquals("s/a[A=1,B=2] is one", otherThan("r1", "s/b"));
        assertEquals("s/c is not one", otherThan("r1", "s/a[A=1,B=2]", "s/b", "s/c"));
        Files.writeString(out.resolve("_open/r1"), ""); // as earlier versions left it
        OpenRun.resume(folder(), "r1", List.of("s/c"), warnings::add).close();
    }

    private String otherThan(String run, String... pairs) {
        String message =
                assertThrows(
                                InputException.class,
                                () -> OpenRun.resume(folder(), run, List.of(pairs), warnings::add))
                        .getMessage();
        return message.replace("the run " + run + " cannot go on: ", "")
                .replace(
                        " of the pairs with which it began; give the same suites, --only and"
                                + " --skip",
                        "");
    }

    @Test
    void aFolderThatCannotBeWrittenIsFoundBeforeTheRun() throws IOException {
        Path file = Files.writeString(out.resolve("file"), "");
        ReportFolder folder = new ReportFolder(file.toString(), new Configuration());
        assertThrows(InputException.class, () -> OpenRun.begin(folder, "r1", List.of()));
        assertThrows(
                InputException.class, () -> new ReportFolder("no://such/x", new Configuration()));
    }

    @Test
    void timestampsAreMicrosecondsInUtc() throws Exception {
        writer("r1").append(List.of(rows(SampleReports.race())));
        Path file = files("pairs", "r1").get(0);
        try (ParquetFileReader parquet =
                ParquetFileReader.open(
                        HadoopInputFile.fromPath(
                                new org.apache.hadoop.fs.Path(file.toString()),
                                new Configuration()))) {
            assertEquals(
                    "optional int64 finished_at (TIMESTAMP(MICROS,true))",
                    parquet.getFileMetaData().getSchema().getType("finished_at").toString());
        }
    }
}

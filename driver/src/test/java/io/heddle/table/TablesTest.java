package io.heddle.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.report.PairReport;
import io.heddle.suite.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablesTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
    private static final ShardRow SHARD =
            new ShardRow(
                    "suite", "equal", "y", 0, 0, 3, 4, 4, 0, 0, "exact", 99, 512, 70, "driver");
    private static SparkSession session;

    @TempDir Path out;

    @BeforeAll
    static void start() {
        session =
                SparkSession.builder()
                        .master("local[1]")
                        .config("spark.ui.enabled", "false")
                        .config("spark.driver.host", "localhost")
                        .config("spark.driver.bindAddress", "127.0.0.1")
                        .config("spark.sql.shuffle.partitions", "1")
                        .getOrCreate();
    }

    @AfterAll
    static void stop() throws IOException {
        session.close();
    }

    private TableWriter writer(String runId) {
        return new TableWriter(session, out.toString(), runId);
    }

    private TableReader reader() {
        return new TableReader(session, out.toString());
    }

    private static PairRows rows(PairReport report) {
        return new PairRows(report, "key of " + report.pair(), null, NOON, List.of(SHARD));
    }

    @Test
    void reportsComeBackAsTheyWereWritten() {
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
    void everyTableIsAView() {
        writer("r1").append(List.of(rows(SampleReports.race())));
        writer("r1").append(new RunRow("r1", NOON, "1", "local", List.of("a.conf"), 5, 1, 1));
        reader().registerViews();
        Row row =
                session.sql(
                                "SELECT r.wall_millis, p.verdict, k.threads, f.memory, v.worker"
                                        + " FROM runs r JOIN pairs p USING (run_id)"
                                        + " JOIN kernels k USING (run_id) JOIN findings f USING"
                                        + " (run_id) JOIN vcs v USING (run_id)"
                                        + " WHERE k.side = 'candidate' AND f.is_verdict")
                        .first();
        assertEquals("[5,RACE,64,shared buf+4,driver]", row.toString());
    }

    @Test
    void aRunIsOnlyEverAddedTo() {
        writer("r1").append(List.of(rows(SampleReports.race())));
        writer("r1").append(List.of(rows(SampleReports.equivalent())));
        writer("r2").append(List.of(rows(SampleReports.error())));
        assertEquals(2, reader().reports("r1").size());
        assertEquals(1, reader().reports("r2").size());
        assertEquals(3, reader().read(Table.PAIRS).count());
    }

    @Test
    void answersAreFoundByKeyButErrorsAreNot() {
        writer("r1").append(List.of(rows(SampleReports.race()), rows(SampleReports.error())));
        var answers = reader().answers(List.of("key of race", "key of error", "another"));
        assertEquals(List.of("key of race"), List.copyOf(answers.keySet()));
        assertEquals(SampleReports.race(), answers.get("key of race").report());
        assertEquals("r1", answers.get("key of race").runId());
    }

    @Test
    void runsAreNamedByTheirBeginningOrTheirPlace() {
        writer("20260101T000000-aaaa").append(List.of(rows(SampleReports.race())));
        writer("20260102T000000-bbbb").append(List.of(rows(SampleReports.race())));
        assertEquals("20260102T000000-bbbb", reader().run("latest"));
        assertEquals("20260101T000000-aaaa", reader().run("previous"));
        assertEquals("20260101T000000-aaaa", reader().run("20260101"));
        assertThrows(InputException.class, () -> reader().run("2026"));
        assertThrows(InputException.class, () -> reader().run("1999"));
    }

    @Test
    void aFolderWithoutTablesIsNamed() {
        InputException e = assertThrows(InputException.class, () -> reader().registerViews());
        assertTrue(e.getMessage().contains(out.toString()), e.getMessage());
        assertFalse(reader().has(Table.RUNS));
    }
}

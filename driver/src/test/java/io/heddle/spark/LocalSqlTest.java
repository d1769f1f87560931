package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.report.PairReport;
import io.heddle.table.PairRows;
import io.heddle.table.ReportFolder;
import io.heddle.table.RunRow;
import io.heddle.table.SampleReports;
import io.heddle.table.ShardRow;
import io.heddle.table.TableReader;
import io.heddle.table.TableWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is answered without Spark is what Spark answers; what is not covered, Spark answers. */
class LocalSqlTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    /** As {@code heddle sql} starts it: answers of queries have classes that pairs have not. */
    @RegisterExtension
    static final LocalSpark SPARK =
            new LocalSpark(1).with("spark.kryo.registrationRequired", "false");

    @TempDir static Path out;

    @BeforeAll
    static void tables() throws Exception {
        List<PairReport> reports =
                List.of(
                        SampleReports.different(),
                        SampleReports.equivalent(),
                        SampleReports.error(),
                        SampleReports.race());
        for (String run : List.of("r1", "r2")) {
            ReportFolder folder = new ReportFolder(out.toString(), new Configuration());
            TableWriter writer = new TableWriter(folder, run);
            writer.append(
                    reports.stream()
                            .limit(run.equals("r1") ? 4 : 2)
                            .map(
                                    r ->
                                            new PairRows(
                                                    r,
                                                    run.equals("r1") ? "key of " + r.pair() : null,
                                                    null,
                                                    NOON,
                                                    List.of(shard(run))))
                            .toList());
            writer.append(new RunRow(run, NOON, "1", "local", List.of("a.conf"), 5, 1, 1));
        }
        ReportFolder folder = new ReportFolder(out.toString(), new Configuration());
        new TableReader(SPARK.session(), folder, line -> {}).registerViews();
    }

    private static ShardRow shard(String run) {
        return new ShardRow(
                "suite", "equal", "y", 0, 0, 3, 4, run.length(), 0, 0, "exact", 9, 5, 70, "driver");
    }

    private Optional<String> local(String query, boolean json) throws Exception {
        return LocalSql.answer(query, out.toString(), json, line -> {});
    }

    private String spark(String query, boolean json) {
        StringWriter printed = new StringWriter();
        SparkSql.print(SPARK.session().sql(query), json, new PrintWriter(printed));
        return printed.toString();
    }

    /** Lines in an order of their own, as Spark promises none; widths of columns are the same. */
    private static List<String> sorted(String text) {
        return text.lines().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT verdict, count(*) FROM pairs GROUP BY verdict",
                "select verdict, count(1) as n from pairs group by verdict order by n desc,"
                        + " verdict",
                "SELECT pair, kind, source_line, message FROM findings WHERE is_verdict",
                "SELECT pair, kind FROM findings WHERE NOT is_verdict OR kind LIKE '%RACE'",
                "SELECT DISTINCT verdict v FROM pairs ORDER BY v DESC",
                "SELECT run_id, pair FROM pairs WHERE key IS NULL ORDER BY 2 DESC, run_id LIMIT 1",
                "SELECT run_id, pair FROM pairs WHERE key IS NOT NULL AND verdict <> 'RACE'",
                "SELECT pair, verdict FROM pairs WHERE verdict IN ('RACE', 'ERROR') OR pair = 'x'",
                "SELECT pair FROM pairs WHERE verdict NOT IN ('RACE', 'ERROR')",
                "SELECT pair FROM pairs WHERE verdict BETWEEN 'EQ' AND 'F' AND run_id = 'r1'",
                "SELECT count(*), count(key), max(pair) FROM pairs",
                "SELECT count(*), sum(outputs), avg(outputs), min(key) FROM pairs WHERE pair ="
                        + " 'no'",
                "SELECT run_id, sum(outputs), avg(outputs) a FROM pairs GROUP BY run_id",
                "SELECT count(*) FROM pairs WHERE NOT (location_line > 10)",
                "SELECT pair, location_line FROM pairs WHERE location_line >= 14 OR key LIKE"
                        + " 'k_y%'",
                "SELECT location_line, count(*) FROM pairs GROUP BY location_line ORDER BY 1",
                "SELECT verdict FROM pairs GROUP BY verdict ORDER BY count(*) DESC, verdict",
                "SELECT suites, wall_millis FROM runs ORDER BY run_id",
                "SELECT * FROM kernels",
                "SELECT * FROM vcs WHERE true LIMIT 0",
                "SELECT pair FROM pairs WHERE verdict LIKE 'R.CE'",
                // names, types and functions as Spark has them
                "SELECT PAIR, Verdict FROM pairs p WHERE p.pair LIKE 'a\\%' OR p.pair <> 'x'",
                "SELECT nvl(key, 'none'), count_if(outputs > 1) FROM pairs GROUP BY 1",
                "SELECT current_date() = current_date(), current_timestamp() > '2026-01-01' FROM"
                        + " pairs",
                "SELECT run_id FROM runs WHERE started_at > '2026-01-02' AND started_at < 'now'",
                "SELECT upper(pair), length(verdict), substr(pair, 2, 3) FROM pairs -- comment",
                "SELECT outputs / 2, outputs + 1, -outputs, outputs % 3 FROM pairs",
                "SELECT pair FROM pairs WHERE outputs = '3' OR pair = \"a\" OR pair = 'a' 'b'",
                "SELECT pair, CASE WHEN verdict = 'RACE' THEN 1 ELSE 0.5 END AS x FROM pairs;",
                "SELECT pair FROM pairs WHERE key = NULL",
                "SELECT cast(outputs AS string) || '!' AS s FROM pairs WHERE outputs IS DISTINCT"
                        + " FROM 4",
                "SELECT verdict, count(*) FROM pairs GROUP BY ALL HAVING count(*) > 1",
                "SELECT upper(verdict), run_id, count(*) + 1, max(outputs) - min(outputs)"
                        + " FROM pairs GROUP BY upper(verdict), run_id",
                "SELECT verdict FROM pairs GROUP BY verdict",
                "SELECT sum(outputs) s, first(pair) FROM pairs WHERE run_id = 'r2' GROUP BY"
                        + " verdict",
                "SELECT avg(outputs), stddev(outputs), max(outputs), count(outputs > 1) FROM pairs",
                "SELECT max(pair) FROM (SELECT pair, verdict v FROM pairs LIMIT 100) WHERE v <>"
                        + " 'x'",
                "SELECT pair FROM pairs ORDER BY key NULLS LAST, pair DESC, run_id LIMIT 3",
                "SELECT DISTINCT pair, verdict FROM pairs ORDER BY verdict, pair",
                "SELECT run_id, started_at, year(started_at), suites[0], size(suites) FROM runs",
                "SELECT pair, assumptions FROM pairs ORDER BY pair, run_id"
            })
    void answersAreThoseOfSpark(String query) throws Exception {
        String answer = local(query, false).orElseThrow(() -> new AssertionError("not covered"));
        assertEquals(sorted(spark(query, false)), sorted(answer));
        if (query.contains("ORDER BY")) {
            assertEquals(spark(query, false), answer);
        }
        assertEquals(sorted(spark(query, true)), sorted(local(query, true).orElseThrow()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // what is wrong with it, Spark says
                "SELEC",
                "SELECT nothing FROM pairs",
                "SELECT pair FROM nothing",
                "SELECT pair, count(*) FROM pairs",
                "SELECT pair, count(*) FROM pairs GROUP BY verdict",
                "SELECT DISTINCT pair FROM pairs ORDER BY verdict",
                "SELECT outputs / 0 FROM pairs",
                "SELECT cast(pair AS int) FROM pairs",
                "SELECT pair FROM global_temp.pairs",
                "SELECT pair FROM Pairs",
                // several tables, or none
                "SELECT 1",
                "SELECT * FROM pairs JOIN findings USING (pair)",
                "SELECT pair FROM pairs UNION SELECT pair FROM pairs",
                "SELECT pair FROM pairs WHERE pair IN (SELECT pair FROM findings)",
                "WITH pairs AS (SELECT 1 AS pair) SELECT pair FROM pairs",
                "SELECT pair, a FROM pairs LATERAL VIEW explode(assumptions) AS a",
                // what the optimizer or the planner replaces
                "SELECT count(DISTINCT verdict) FROM pairs",
                "SELECT count(*) FILTER (WHERE verdict = 'RACE') FROM pairs",
                "SELECT pair, row_number() OVER (ORDER BY pair) FROM pairs",
                "SELECT explode(assumptions) FROM pairs",
                "SELECT current_user() FROM pairs",
                "SELECT current_catalog() FROM pairs",
                "SELECT rand() FROM pairs",
                // values that may be equal and look different
                "SELECT count(*) FROM pairs GROUP BY cast(outputs AS double)",
                "SELECT count(*) FROM pairs GROUP BY verdict COLLATE UTF8_LCASE",
                "SELECT DISTINCT assumptions FROM pairs",
                "SHOW TABLES",
                "DROP VIEW pairs"
            })
    void theRestIsLeftToSpark(String query) throws Exception {
        assertEquals(Optional.empty(), local(query, false));
    }
}

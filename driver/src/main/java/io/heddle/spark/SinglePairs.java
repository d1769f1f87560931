package io.heddle.spark;

import io.heddle.check.KernelFiles;
import io.heddle.report.PairReport;
import io.heddle.suite.InputFiles;
import io.heddle.suite.Pair;
import io.heddle.table.ReportFolder;
import io.heddle.table.TableWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;

/**
 * Answers pairs one at a time as {@code verify} does, on one Spark session: each is a run of its
 * own, with its rows in the tables. What a process pays once (its start, the session's) is paid
 * once.
 */
public final class SinglePairs implements AutoCloseable {
    private final Settings settings = Settings.load();
    private final SparkSession session;
    private final ReportFolder folder;
    private final InputFiles files;
    private int runs;

    /**
     * Starts a session.
     *
     * @param master of Spark
     * @param out folder of the report tables
     */
    public SinglePairs(String master, String out) {
        session = Sessions.start(Sessions.clusterSettings("heddle bench", master, master));
        folder =
                new ReportFolder(
                        out, SparkHadoopUtil.get().newConfiguration(session.sparkContext().conf()));
        files = new HadoopFiles(session.sparkContext()::hadoopConfiguration);
    }

    /** Where suites and kernels are read from. */
    public InputFiles files() {
        return files;
    }

    /** The report on a pair. */
    public PairReport answer(Pair pair) throws InterruptedException {
        TableWriter tables = new TableWriter(session, folder, "single-" + runs++);
        Answers answers = new Answers(tables, Progress.NONE, settings.flushSeconds());
        List<PairReport> reports = new ArrayList<>();
        new VerifyRun(session, new KernelFiles(files), settings, Progress.NONE, answers)
                .run(List.of(pair), Map.of(), reports::add);
        return reports.get(0);
    }

    @Override
    public void close() {
        session.stop();
    }
}

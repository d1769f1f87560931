package io.heddle.spark;

import io.heddle.check.KernelFiles;
import io.heddle.report.PairReport;
import io.heddle.suite.InputFiles;
import io.heddle.suite.Pair;
import io.heddle.table.ReportFolder;
import io.heddle.table.TableReader;
import io.heddle.table.TableWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;

/**
 * Answers pairs as {@code verify} does, in runs with their rows in the tables, on one Spark
 * session: what a process pays once (its start, the session's) is paid once.
 */
public final class VerifySession implements AutoCloseable {
    private final Settings settings = Settings.load();
    private final SparkSession session;
    private final ReportFolder folder;
    private final InputFiles files;
    private final TaskTimes taskTimes = new TaskTimes();
    private int runs;

    /**
     * Starts a session.
     *
     * @param master of Spark
     * @param out folder of the report tables
     */
    public VerifySession(String master, String out) {
        session = Sessions.start(Sessions.clusterSettings("heddle bench", master, master));
        session.sparkContext().addSparkListener(taskTimes);
        folder =
                new ReportFolder(
                        out, SparkHadoopUtil.get().newConfiguration(session.sparkContext().conf()));
        files = new HadoopFiles(session.sparkContext()::hadoopConfiguration);
    }

    /** Where suites and kernels are read from. */
    public InputFiles files() {
        return files;
    }

    /** Milliseconds of processor time of all tasks that have ended. */
    public double taskMillis() {
        return taskTimes.millis();
    }

    /** The report on a pair, which is a run of its own. */
    public PairReport answer(Pair pair) throws InterruptedException {
        List<PairReport> reports = new ArrayList<>();
        run(List.of(pair), false, reports::add);
        return reports.get(0);
    }

    /**
     * One run of all pairs.
     *
     * @param onExecutors whether tasks simulate too
     * @param accept takes each report as it comes
     * @return rows of the run in the table {@code pairs}
     */
    public int answer(List<Pair> pairs, boolean onExecutors, Consumer<PairReport> accept)
            throws InterruptedException {
        String id = run(pairs, onExecutors, accept);
        return new TableReader(session, folder, warning -> {}).reports(id).size();
    }

    /** Runs pairs and returns the id of the run. */
    private String run(List<Pair> pairs, boolean onExecutors, Consumer<PairReport> accept)
            throws InterruptedException {
        String id = "bench-" + runs++;
        TableWriter tables = new TableWriter(folder, id);
        Answers answers = new Answers(tables, Progress.NONE, settings.flushSeconds());
        KernelFiles kernels = new KernelFiles(files);
        VerifyRun run = new VerifyRun(session, kernels, settings, Progress.NONE, answers);
        if (onExecutors) {
            run.runOnExecutors(pairs, Map.of(), accept);
        } else {
            run.run(pairs, Map.of(), accept);
        }
        return id;
    }

    @Override
    public void close() {
        session.stop();
    }
}

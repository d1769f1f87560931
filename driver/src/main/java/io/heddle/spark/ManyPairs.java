package io.heddle.spark;

import io.heddle.check.KernelFiles;
import io.heddle.report.PairReport;
import io.heddle.suite.Pair;
import io.heddle.table.ReportFolder;
import io.heddle.table.TableReader;
import io.heddle.table.TableWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;

/** Answers many pairs in one run as {@code verify} does, on a Spark session of its own. */
public final class ManyPairs implements AutoCloseable {
    private final Settings settings = Settings.load();
    private final SparkSession session;
    private final ReportFolder folder;
    private int runs;

    /**
     * Starts a session.
     *
     * @param master of Spark
     * @param out folder of the report tables
     */
    public ManyPairs(String master, String out) {
        session = Sessions.start(Sessions.clusterSettings("heddle bench", master, master));
        folder =
                new ReportFolder(
                        out, SparkHadoopUtil.get().newConfiguration(session.sparkContext().conf()));
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
        String id = "many-" + runs++;
        TableWriter tables = new TableWriter(session, folder, id);
        Answers answers = new Answers(tables, Progress.NONE, settings.flushSeconds());
        KernelFiles files = new KernelFiles();
        VerifyRun run = new VerifyRun(session, files, settings, Progress.NONE, answers);
        if (onExecutors) {
            Map<String, String> texts = new TreeMap<>();
            for (Pair pair : pairs) {
                texts.computeIfAbsent(pair.reference().ptx(), files::read);
                if (!pair.isSingle()) {
                    texts.computeIfAbsent(pair.candidate().ptx(), files::read);
                }
            }
            run.runOnExecutors(pairs, texts, Map.of(), accept);
        } else {
            run.run(pairs, Map.of(), accept);
        }
        return new TableReader(session, folder, warning -> {}).reports(id).size();
    }

    @Override
    public void close() {
        session.stop();
    }
}

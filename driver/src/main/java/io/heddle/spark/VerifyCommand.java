package io.heddle.spark;

import io.heddle.check.KernelFiles;
import io.heddle.cli.CostOptions;
import io.heddle.cli.Heddle;
import io.heddle.cli.SharedOptions;
import io.heddle.report.ExitStatus;
import io.heddle.report.JsonReport;
import io.heddle.report.PairReport;
import io.heddle.report.Printable;
import io.heddle.report.TextReport;
import io.heddle.suite.InputException;
import io.heddle.suite.InputFiles;
import io.heddle.suite.Pair;
import io.heddle.table.OpenRun;
import io.heddle.table.PairRows;
import io.heddle.table.ReportFolder;
import io.heddle.table.RunRow;
import io.heddle.table.StoredAnswer;
import io.heddle.table.TableReader;
import io.heddle.table.TableWriter;
import io.heddle.table.UnwritableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle verify}: every pair of some suites, on Spark, into the report tables. */
@Command(
        name = "verify",
        description = {
            "Decides every pair of the suites on Spark, writes the report tables, and prints a"
                    + " verdict table."
        })
public final class VerifyCommand implements Callable<Integer> {
    /** Where kernels are simulated. */
    enum Where {
        /** In this process, ahead of the decisions. */
        DRIVER,
        /** In the tasks, which then answer whole pairs. */
        EXECUTORS
    }

    @Spec private CommandSpec spec;
    @Mixin private SharedOptions shared;
    @Mixin private Selection selection;
    @Mixin private CostOptions costs;

    @Parameters(
            paramLabel = "SUITE.conf",
            arity = "1..*",
            description =
                    "suite files: paths of this machine, or URIs of Hadoop file systems"
                            + " (file:/PATH, hdfs://HOST/PATH, s3a://BUCKET/PATH)")
    private List<String> files;

    @Option(
            names = "--master",
            paramLabel = "URL",
            description =
                    "Spark master: local[*] (default), local-cluster[2,1,2048], spark://HOST:PORT,"
                            + " yarn, k8s://…")
    private String master;

    @Option(
            names = "--simulate",
            paramLabel = "driver|executors",
            description = "where kernels are simulated (default: driver)")
    private Where where = Where.DRIVER;

    @Option(
            names = "--dry-run",
            description = "check the suites and list their pairs, but decide nothing")
    private boolean dryRun;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "go on with an interrupted run: its id, the beginning of it, or latest")
    private String resume;

    @Option(names = "--reuse", description = "take answers from earlier runs with identical inputs")
    private boolean reuse;

    @Option(
            names = "--require-replay",
            description = "answer UNDECIDED where the concrete replay does not confirm the proof")
    private boolean requireReplay;

    private final Settings settings = Settings.load();
    private final Instant startedAt = Instant.now();
    private final long start = System.nanoTime();
    private final InputFiles source =
            new HadoopFiles(() -> SparkHadoopUtil.get().newConfiguration(conf()));
    private final KernelFiles kernels = new KernelFiles(source);
    private final Map<String, PairReport> reports = new HashMap<>();
    private String runId;

    @Override
    public Integer call() throws Exception {
        CheckedSuites suites = CheckedSuites.read(files, source, selection, kernels);
        List<Pair> pairs = suites.pairs().stream().map(this::limited).toList();
        selection.unmatched().forEach(this::tell);
        suites.problems(dryRun).forEach(this::tell);
        if (!suites.problems(dryRun).isEmpty()) {
            return ExitStatus.UNUSABLE_INPUT;
        }
        if (dryRun) {
            suites.print(spec.commandLine().getOut());
            return ExitStatus.OK;
        }
        SparkConf conf = conf();
        ReportFolder folder =
                new ReportFolder(shared.out(), SparkHadoopUtil.get().newConfiguration(conf));
        runId = resume == null ? RunIds.next(startedAt) : folder.runToResume(resume);
        List<String> names = pairs.stream().map(VerifyRun::name).toList();
        boolean finished = resume != null && folder.isFinished(runId);
        try (OpenRun run =
                        resume == null
                                ? OpenRun.begin(folder, runId, names)
                                : OpenRun.resume(folder, runId, names, this::tell);
                Interruption interruption = new Interruption(this::endEarly)) {
            if (finished) {
                run.finish(); // it was before
            }
            note("run " + runId + " in " + shared.out());
            try (SparkSession session = session(conf, run, interruption)) {
                return whileSparkLasts(
                        session,
                        pairs,
                        interruption,
                        () -> run(session, folder, run, finished, pairs, interruption));
            }
        }
    }

    /** Does {@code what}; if that fails since Spark has ended, says how to go on. */
    private int whileSparkLasts(
            SparkSession session,
            List<Pair> pairs,
            Interruption interruption,
            Callable<Integer> what)
            throws Exception {
        try {
            return interruption.during(what);
        } catch (InputException e) {
            throw e;
        } catch (Exception e) { // Spark's are of many types
            if (!session.sparkContext().isStopped()) {
                throw e;
            }
            List<PairReport> all = inOrder(pairs);
            print(all, pairs.size());
            tell(howToGoOn("Spark has ended; " + answered(all.size(), pairs.size())));
            return ExitStatus.INTERNAL;
        }
    }

    private static String answered(int some, int all) {
        return some + " of " + all + " pairs are answered; ";
    }

    private SparkConf conf() {
        String name = "heddle verify " + String.join(" ", files);
        return Sessions.clusterSettings(name, master, settings.master());
    }

    private SparkSession session(SparkConf conf, OpenRun run, Interruption interruption)
            throws Exception {
        try {
            return interruption.during(() -> Sessions.start(conf));
        } catch (InputException e) {
            if (resume == null) {
                run.finish(); // there is nothing to go on with
            }
            throw e;
        }
    }

    private int run(
            SparkSession session,
            ReportFolder folder,
            OpenRun run,
            boolean finished,
            List<Pair> pairs,
            Interruption interruption)
            throws InterruptedException, IOException {
        Map<String, String> keys =
                new PairKeys(kernels, PairKeys.build(Heddle.version())).of(pairs);
        Consumer<String> warn =
                text -> {
                    if (!interruption.asked()) { // else Spark is being stopped
                        tell(text);
                    }
                };
        EarlierRuns earlier = new EarlierRuns(new TableReader(session, folder, warn), keys, warn);
        if (resume != null) {
            reports.putAll(earlier.of(runId, pairs));
        }
        if (finished && !unanswered(pairs).isEmpty()) { // also where --reuse would answer them
            throw new InputException(
                    "the run " + runId + " is finished; a new run with --reuse takes its answers");
        }
        List<PairRows> reused =
                reuse && !costs.isAsked() ? reused(earlier, unanswered(pairs), keys) : List.of();
        List<Pair> left = unanswered(pairs);
        TableWriter tables = new TableWriter(folder, runId);
        Answers answers;
        try (Progress progress = progress(left.size())) {
            answers = new Answers(tables, progress, settings.flushSeconds());
            interruption.stopBy(answers::stop);
            if (left.size() < pairs.size()) {
                progress.note(
                        (pairs.size() - left.size())
                                + " of "
                                + pairs.size()
                                + " pairs are answered already");
            }
            answers.reuse(reused);
            run(new VerifyRun(session, kernels, settings, progress, answers), left, keys);
        }
        List<PairReport> all = inOrder(pairs);
        String trouble = trouble(session, pairs, all, answers);
        if (trouble == null && !finished) {
            trouble = finish(session, tables, run, all);
        }
        print(all, pairs.size());
        if (trouble != null) {
            tell(trouble);
            return ExitStatus.INTERNAL;
        }
        note("run " + runId + " in " + shared.out());
        return ExitStatus.of(all);
    }

    /** What went wrong with the run as a whole, in one line; or null. */
    private String trouble(
            SparkSession session, List<Pair> pairs, List<PairReport> all, Answers answers) {
        if (answers.unwritten() > 0 && !session.sparkContext().isStopped()) {
            return howToGoOn(
                    answers.unwritten()
                            + " of "
                            + pairs.size()
                            + " pairs are not in the tables, which cannot be written ("
                            + answers.failure()
                            + "); ");
        }
        if (all.size() == pairs.size() && answers.unwritten() == 0) {
            return null;
        }
        String why = session.sparkContext().isStopped() ? "Spark has ended; " : "";
        return howToGoOn(why + answered(all.size() - answers.unwritten(), pairs.size()));
    }

    /** Writes the run's row; returns what went wrong, or null. */
    private String finish(
            SparkSession session, TableWriter tables, OpenRun run, List<PairReport> all)
            throws IOException {
        long wall = (System.nanoTime() - start) / 1_000_000;
        try {
            tables.append(
                    new RunRow(
                            runId,
                            startedAt,
                            Heddle.version(),
                            session.sparkContext().master(),
                            files,
                            wall,
                            all.size(),
                            all.stream().filter(r -> !r.asExpected()).count()));
            run.finish();
            return null;
        } catch (UnwritableException e) {
            return howToGoOn(
                    "the run's row is not in the tables, which cannot be written ("
                            + e.getMessage()
                            + "); ");
        }
    }

    private void endEarly() {
        Logs.end();
        tell(howToGoOn(""));
    }

    private String howToGoOn(String why) {
        return why
                + "go on with: "
                + ResumeCommand.of(spec.commandLine().getParseResult().originalArgs(), runId);
    }

    private Pair limited(Pair p) {
        return new Pair(
                p.suite(),
                p.name(),
                p.reference(),
                p.candidate(),
                p.compare(),
                p.anyInput() == null ? costs.on(p.expectation()) : p.expectation(),
                shared.limits(p.limits()),
                p.exactConstants(),
                p.requireReplay() || requireReplay,
                p.anyInput());
    }

    private List<PairRows> reused(EarlierRuns earlier, List<Pair> pairs, Map<String, String> keys) {
        List<PairRows> rows = new ArrayList<>();
        for (Map.Entry<String, StoredAnswer> e : new TreeMap<>(earlier.alike(pairs)).entrySet()) {
            PairReport report = e.getValue().report();
            reports.put(e.getKey(), report);
            rows.add(
                    new PairRows(
                            report,
                            keys.get(e.getKey()),
                            e.getValue().runId(),
                            Instant.now(),
                            e.getValue().shards()));
        }
        return rows;
    }

    private List<Pair> unanswered(List<Pair> pairs) {
        return pairs.stream().filter(p -> !reports.containsKey(VerifyRun.name(p))).toList();
    }

    private void run(VerifyRun run, List<Pair> pairs, Map<String, String> keys)
            throws InterruptedException {
        if (where == Where.DRIVER) {
            run.run(pairs, keys, this::take);
        } else {
            run.runOnExecutors(pairs, keys, this::take);
        }
    }

    private void take(PairReport report) {
        reports.put(LineProgress.name(report), report);
    }

    private Progress progress(int total) {
        if (shared.quiet() || total == 0) {
            return Progress.NONE;
        }
        return Boolean.getBoolean("heddle.terminal")
                ? new BarProgress(total)
                : new LineProgress(spec.commandLine().getErr(), total);
    }

    private List<PairReport> inOrder(List<Pair> pairs) {
        return pairs.stream()
                .map(p -> reports.get(VerifyRun.name(p)))
                .filter(Objects::nonNull)
                .toList();
    }

    private void print(List<PairReport> all, int pairs) {
        PrintWriter out = spec.commandLine().getOut();
        if (shared.format() == SharedOptions.Format.JSON) {
            all.forEach(report -> out.println(JsonReport.line(report)));
        } else {
            out.print(TextReport.table(all, pairs));
        }
        out.flush();
    }

    private void note(String text) {
        if (!shared.quiet()) {
            tell(text);
        }
    }

    private void tell(String text) {
        spec.commandLine().getErr().println("heddle: " + Printable.of(text));
        spec.commandLine().getErr().flush();
    }
}

package io.heddle.spark;

import io.heddle.check.KernelFiles;
import io.heddle.cli.Heddle;
import io.heddle.cli.SharedOptions;
import io.heddle.report.ExitStatus;
import io.heddle.report.JsonReport;
import io.heddle.report.PairReport;
import io.heddle.report.TextReport;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import io.heddle.table.PairRows;
import io.heddle.table.RunRow;
import io.heddle.table.StoredAnswer;
import io.heddle.table.TableReader;
import io.heddle.table.TableWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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

    @Parameters(paramLabel = "SUITE.conf", arity = "1..*", description = "suite files")
    private List<Path> files;

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
    private final Map<String, PairReport> reports = new HashMap<>();

    @Override
    public Integer call() throws Exception {
        List<Pair> pairs = pairs();
        try (SparkSession session =
                Sessions.startCluster("heddle verify " + suites(), master, settings.master())) {
            TableReader earlier = new TableReader(session, shared.out());
            String runId = resume == null ? RunIds.next(startedAt) : earlier.run(resume);
            TableWriter tables = new TableWriter(session, shared.out(), runId);
            if (resume != null) {
                reports.putAll(Reuse.before(earlier, runId));
            }
            Map<String, String> keys =
                    new PairKeys(new KernelFiles(), PairKeys.build(Heddle.version())).of(pairs);
            List<PairRows> reused = reuse ? reused(earlier, unanswered(pairs), keys) : List.of();
            List<Pair> left = unanswered(pairs);
            try (Progress progress = progress(left.size())) {
                if (left.size() < pairs.size()) {
                    progress.note(
                            (pairs.size() - left.size())
                                    + " of "
                                    + pairs.size()
                                    + " pairs are answered already");
                }
                if (!reused.isEmpty()) {
                    tables.append(reused);
                }
                run(new VerifyRun(session, settings, progress, tables), left, keys);
            }
            List<PairReport> all = inOrder(pairs);
            long wall = (System.nanoTime() - start) / 1_000_000;
            tables.append(
                    new RunRow(
                            runId,
                            startedAt,
                            Heddle.version(),
                            session.sparkContext().master(),
                            files.stream().map(Path::toString).toList(),
                            wall,
                            all.size(),
                            all.stream().filter(r -> !r.asExpected()).count()));
            print(all, runId);
            return ExitStatus.of(all);
        }
    }

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Path file : files) {
            for (Pair pair : SuiteReader.read(file).pairs()) {
                if (!names.add(VerifyRun.name(pair))) {
                    throw new InputException(
                            file + ": the pair " + VerifyRun.name(pair) + " is there twice");
                }
                pairs.add(limited(pair));
            }
        }
        return pairs;
    }

    private Pair limited(Pair p) {
        return new Pair(
                p.suite(),
                p.name(),
                p.reference(),
                p.candidate(),
                p.compare(),
                p.expectation(),
                shared.limits(p.limits()),
                p.exactConstants(),
                p.requireReplay() || requireReplay);
    }

    private String suites() {
        return String.join(" ", files.stream().map(Path::toString).toList());
    }

    private List<PairRows> reused(TableReader earlier, List<Pair> pairs, Map<String, String> keys) {
        List<PairRows> rows = new ArrayList<>();
        for (Map.Entry<String, StoredAnswer> e :
                new TreeMap<>(Reuse.find(earlier, pairs, keys)).entrySet()) {
            PairReport report = e.getValue().report();
            reports.put(e.getKey(), report);
            rows.add(
                    new PairRows(
                            report,
                            keys.get(e.getKey()),
                            e.getValue().runId(),
                            Instant.now(),
                            List.of()));
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
            Map<String, String> texts = new TreeMap<>();
            for (Pair pair : pairs) {
                texts.computeIfAbsent(pair.reference().ptx(), KernelFiles::read);
                if (!pair.isSingle()) {
                    texts.computeIfAbsent(pair.candidate().ptx(), KernelFiles::read);
                }
            }
            run.runOnExecutors(pairs, texts, keys, this::take);
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
        return pairs.stream().map(p -> reports.get(VerifyRun.name(p))).toList();
    }

    private void print(List<PairReport> all, String runId) {
        PrintWriter out = spec.commandLine().getOut();
        if (shared.format() == SharedOptions.Format.JSON) {
            all.forEach(report -> out.println(JsonReport.line(report)));
        } else {
            out.print(TextReport.table(all));
        }
        out.flush();
        if (!shared.quiet()) {
            spec.commandLine().getErr().println("heddle: run " + runId + " in " + shared.out());
        }
    }
}

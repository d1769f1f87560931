package io.heddle.bench;

import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.spark.VerifySession;
import io.heddle.suite.Pair;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One run of many small pairs: time and heap as it goes on, rows, and what a pair costs beyond what
 * it costs in this process without Spark. With several masters, how the run scales, and a model of
 * what it would take on more executors.
 */
final class CorpusBench {
    private static final int PARTS = 10; // of a run, each with a line
    private static final int WARM = 500; // pairs before
    private static final int[] EXECUTORS = {1, 2, 4};
    private static final int[] CLUSTERS = {10, 100, 1000};

    private final PrintWriter out;
    private final List<Pair> pairs;

    /**
     * @param count of pairs, copies of {@code small} under names of their own
     */
    CorpusBench(PrintWriter out, Pair small, int count) {
        this.out = out;
        this.pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pairs.add(named(small, small.name() + i));
        }
    }

    private static Pair named(Pair p, String name) {
        return new Pair(
                p.suite(),
                name,
                p.reference(),
                p.candidate(),
                p.compare(),
                p.expectation(),
                p.limits(),
                p.exactConstants(),
                p.requireReplay());
    }

    /** Milliseconds of processor time that this process has taken. */
    private static double processorMillis() {
        return ((com.sun.management.OperatingSystemMXBean)
                                ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1e6;
    }

    /** Milliseconds of processor time of a pair by {@code check}, once warm. */
    private double alone() {
        PairChecker checker = new PairChecker(new KernelFiles());
        double millis = 0;
        for (int round = 0; round < 2; round++) {
            double start = processorMillis();
            for (Pair pair : pairs.subList(0, Math.min(WARM, pairs.size()))) {
                expectEquivalent(checker.check(pair));
            }
            millis = (processorMillis() - start) / Math.min(WARM, pairs.size());
        }
        return millis;
    }

    private static void expectEquivalent(PairReport report) {
        if (report.verdict() != Verdict.EQUIVALENT) {
            throw new IllegalStateException(report.pair() + ": " + report.message());
        }
    }

    /** A run on one master, with lines on its parts. */
    void corpus(String master, boolean onExecutors) throws IOException, InterruptedException {
        Progress progress = new Progress(true);
        double seconds = run(master, onExecutors, progress);
        double alone = alone(); // after it: the compiler has seen the code
        double each = progress.processorMillis / pairs.size();
        out.printf(
                "%,d pairs on %s, simulated by %s: %.1f s, %,d rows; processor time of a pair %.1f"
                        + " ms, by check %.1f ms, beyond that %.1f ms%n",
                pairs.size(),
                master,
                onExecutors ? "executors" : "the driver",
                seconds,
                progress.rows,
                each,
                alone,
                each - alone);
        out.flush();
    }

    /**
     * The same run on 1, 2 and 4 executors of one core, and what it would take on more: what the
     * driver does for a pair, and what the tasks do, by their processor time, so that neither other
     * processes nor the cores of this machine matter.
     */
    void scaling() throws IOException, InterruptedException {
        double serial = Double.MAX_VALUE;
        double parallel = Double.MAX_VALUE;
        for (int executors : EXECUTORS) {
            Progress progress = new Progress(false);
            String master = "local-cluster[" + executors + ",1,1024]";
            double seconds = run(master, true, progress);
            double driver = progress.processorMillis / pairs.size();
            double tasks = progress.taskMillis / pairs.size();
            out.printf(
                    "%,d pairs, %d executors: %.1f s; processor time of a pair: driver %.2f ms,"
                            + " tasks %.2f ms%n",
                    pairs.size(), executors, seconds, driver, tasks);
            out.flush();
            serial = Math.min(serial, driver);
            parallel = Math.min(parallel, tasks);
        }
        out.printf("model: %.2f ms a pair serial, %.2f ms parallel%n", serial, parallel);
        for (int cluster : CLUSTERS) {
            out.printf(
                    "model: %,d executors: %.1f s for %,d pairs%n",
                    cluster, (serial + parallel / cluster) * pairs.size() / 1e3, pairs.size());
        }
        out.flush();
    }

    private double run(String master, boolean onExecutors, Progress progress)
            throws IOException, InterruptedException {
        Path reports = Files.createTempDirectory("heddle-bench");
        try (VerifySession many = new VerifySession(master, reports.toString())) {
            int warm = Math.min(WARM, pairs.size());
            many.answer(pairs.subList(0, warm), onExecutors, CorpusBench::expectEquivalent);
            double tasks = many.taskMillis();
            long start = System.nanoTime();
            progress.rows = many.answer(pairs, onExecutors, progress);
            progress.taskMillis = many.taskMillis() - tasks;
            return (System.nanoTime() - start) / 1e9;
        } finally {
            try (Stream<Path> files = Files.walk(reports)) {
                files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
            }
        }
    }

    /** Measures a run; prints time and heap after each part of it, if asked to. */
    private final class Progress implements Consumer<PairReport> {
        private final boolean printsParts;
        private long last;
        private int count;
        private long rows;
        private double processorMillis; // from the first answer to the last
        private double taskMillis;

        Progress(boolean printsParts) {
            this.printsParts = printsParts;
        }

        @Override
        public void accept(PairReport report) {
            expectEquivalent(report);
            if (count++ == 0) {
                last = System.nanoTime();
                processorMillis = -processorMillis();
            }
            if (count == pairs.size()) {
                processorMillis += processorMillis();
            }
            int part = Math.max(1, pairs.size() / PARTS);
            if (printsParts && count % part == 0) {
                double millis = (System.nanoTime() - last) / 1e6 / part;
                System.gc();
                Runtime jvm = Runtime.getRuntime();
                double heap = (jvm.totalMemory() - jvm.freeMemory()) / 1e6;
                out.printf("  %,7d pairs: %.1f ms a pair, heap %.0f MB%n", count, millis, heap);
                out.flush();
                last = System.nanoTime();
            }
        }
    }
}

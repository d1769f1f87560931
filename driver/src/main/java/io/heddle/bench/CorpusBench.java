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
        Progress progress = new Progress();
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

    /** The same run on 1, 2 and 4 executors of one core, and the model that fits them. */
    void scaling() throws IOException, InterruptedException {
        int[] executors = {1, 2, 4};
        double[] seconds = new double[executors.length];
        for (int i = 0; i < executors.length; i++) {
            String master = "local-cluster[" + executors[i] + ",1,1024]";
            seconds[i] = run(master, true, report -> {});
            out.printf("%,d pairs, %d executors: %.1f s%n", pairs.size(), executors[i], seconds[i]);
            out.flush();
        }
        // least squares of seconds = serial + parallel / executors, as far as this machine has
        // cores
        int used = Math.min(executors.length, cores() >= 4 ? 3 : 2);
        double x = 0;
        double y = 0;
        double xx = 0;
        double xy = 0;
        for (int i = 0; i < used; i++) {
            double share = 1.0 / executors[i];
            x += share;
            y += seconds[i];
            xx += share * share;
            xy += share * seconds[i];
        }
        double parallel = (used * xy - x * y) / (used * xx - x * x);
        double serial = (y - parallel * x) / used;
        out.printf(
                "model: %.2f ms a pair serial, %.2f ms parallel (fitted to %d runs on %d cores)%n",
                serial * 1e3 / pairs.size(), parallel * 1e3 / pairs.size(), used, cores());
        for (int cluster : CLUSTERS) {
            out.printf(
                    "model: %,d executors: %.1f s for %,d pairs%n",
                    cluster, serial + parallel / cluster, pairs.size());
        }
        out.flush();
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private double run(String master, boolean onExecutors, Consumer<PairReport> accept)
            throws IOException, InterruptedException {
        Path reports = Files.createTempDirectory("heddle-bench");
        try (VerifySession many = new VerifySession(master, reports.toString())) {
            int warm = Math.min(WARM, pairs.size());
            many.answer(pairs.subList(0, warm), onExecutors, CorpusBench::expectEquivalent);
            long start = System.nanoTime();
            Consumer<PairReport> each =
                    report -> {
                        expectEquivalent(report);
                        accept.accept(report);
                    };
            long rows = many.answer(pairs, onExecutors, each);
            if (accept instanceof Progress progress) {
                progress.rows = rows;
            }
            return (System.nanoTime() - start) / 1e9;
        } finally {
            try (Stream<Path> files = Files.walk(reports)) {
                files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
            }
        }
    }

    /** Prints time and heap after each part of a run. */
    private final class Progress implements Consumer<PairReport> {
        private long last;
        private int count;
        private long rows;
        private double processorMillis; // from the first answer to the last

        @Override
        public void accept(PairReport report) {
            if (count++ == 0) {
                last = System.nanoTime();
                processorMillis = -processorMillis();
            }
            if (count == pairs.size()) {
                processorMillis += processorMillis();
            }
            int part = Math.max(1, pairs.size() / PARTS);
            if (count % part == 0) {
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

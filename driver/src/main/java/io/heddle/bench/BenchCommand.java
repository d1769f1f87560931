package io.heddle.bench;

import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.cli.Heddle;
import io.heddle.cli.SharedOptions;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decider;
import io.heddle.decide.Decision;
import io.heddle.report.ExitStatus;
import io.heddle.report.PairReport;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import io.heddle.term.ElementType;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code heddle bench}: the figures of the speed budgets, beside the budgets. */
@Command(
        name = "bench",
        description = {
            "Measures speed and memory and prints each figure beside its budget (two cores). Takes"
                    + " minutes and memory; --part runs one of them."
        })
public final class BenchCommand implements Callable<Integer> {
    private static final int TERMS = 1 << 24;
    private static final int PRODUCTS = 1 << 20;
    private static final String TABLE_ROW = "%-28s %-66s %s%n";

    /** One of the measurements. */
    enum Part {
        /** A small check, process start included. */
        CHECK,
        /** Making terms. */
        TERMS,
        /** Canonicalising monomials. */
        MONOMIALS,
        /** One 64 x 64 tile, K = 4096. */
        SGEMM,
        /** Attention 16 x 512 x 64. */
        ATTENTION,
        /** The lemmas of one pair, by one thread and by two. */
        LEMMAS,
        /** Accesses recorded by the race detector. */
        SHADOW,
        /** Kernels with thousands of named barriers. */
        BARRIERS,
        /** The rows of VOLTA's tables: simulate + decide of all; syncs, PTX lines, threads. */
        TABLES,
        /** Executions that count what the kernels cost, beside executions that do not. */
        COST,
        /** The sgemm suite at K = 4096 on Spark, local[2]. */
        SUITE,
        /** One pair on Spark beside the same in this process, for every pair of the datasets. */
        RATIO,
        /** One run of many small pairs on Spark: time, heap, rows, cost beyond deciding. */
        CORPUS,
        /** The same on 1, 2 and 4 executor processes, and a model for more. */
        SCALING
    }

    @Spec private CommandSpec spec;

    @Mixin private SharedOptions shared;

    @Option(
            names = "--part",
            paramLabel = "PART",
            description =
                    "check, terms, monomials, sgemm, attention, lemmas, shadow, barriers, tables,"
                            + " cost, suite, ratio, corpus or scaling (default: all but the"
                            + " last three)")
    private List<Part> parts =
            Arrays.stream(Part.values()).filter(p -> p.compareTo(Part.RATIO) < 0).toList();

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "pairs of the parts corpus and scaling (default: 10000)")
    private int pairs = 10_000;

    @Option(
            names = "--master",
            paramLabel = "URL",
            description = "Spark master of the part corpus (default: local[2])")
    private String master = "local[2]";

    @Option(
            names = "--suite",
            paramLabel = "SUITE.conf",
            description =
                    "suites of the part ratio, paths or URIs as verify takes them (default: those"
                            + " of all datasets)")
    private List<String> suites = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!shared.quiet()) {
            line("work", "measured", "budget");
        }
        for (Part part : parts) {
            switch (part) {
                case CHECK -> check();
                case TERMS -> terms();
                case MONOMIALS -> monomials();
                case SGEMM ->
                        pair("64x64x4096, naive against tiled", "sgemm", "step3-shared-tiles", 8);
                case ATTENTION ->
                        pair(
                                "attention 16x512x64, naive against tiled",
                                "attention",
                                "naive-vs-fa1",
                                4);
                case LEMMAS -> lemmas();
                case SHADOW -> shadow();
                case BARRIERS -> barriers();
                case TABLES -> tables();
                case COST -> cost();
                case SUITE -> suite();
                case RATIO ->
                        new RatioBench(spec.commandLine().getOut(), shared.verbose())
                                .run(suites.isEmpty() ? datasets() : suites);
                case CORPUS -> {
                    corpus().corpus(master, false);
                    corpus().corpus(master, true);
                }
                case SCALING -> corpus().scaling();
            }
        }
        return ExitStatus.OK;
    }

    private CorpusBench corpus() {
        Path suite = home().resolve("datasets/quickstart/suite.conf");
        Pair small =
                SuiteReader.read(suite).pairs().stream()
                        .filter(p -> p.name().equals("naive-vs-online"))
                        .findFirst()
                        .orElseThrow(() -> new InputException(suite + ": no naive-vs-online"));
        return new CorpusBench(spec.commandLine().getOut(), small, pairs);
    }

    private void line(String work, String measured, String budget) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%-45s %-34s %s%n", work, measured, budget);
        out.flush();
    }

    static Path home() {
        String home = System.getProperty(Heddle.HOME);
        if (home == null) {
            throw new InputException("bench runs from an installation: use bin/heddle bench");
        }
        return Path.of(home);
    }

    /** The suites of the datasets. */
    private static List<String> datasets() throws IOException {
        try (Stream<Path> files = Files.list(home().resolve("datasets"))) {
            return files.map(f -> f.resolve("suite.conf"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .map(Path::toString)
                    .toList();
        }
    }

    // ---------------------------------------------------------------- processes

    private void check() throws IOException, InterruptedException {
        String ptx = home().resolve("datasets/quickstart/softmax.ptx").toString();
        String[] arguments = {
            "check",
            ptx,
            ptx,
            "--entry",
            "softmax",
            "--cand-entry",
            "online_softmax",
            "--block",
            "4",
            "--shared",
            "16",
            "--arg",
            "in:x:f32[4]",
            "--arg",
            "out:y:f32[4]",
            "--arg",
            "4"
        };
        run(arguments); // makes the class-data archive if there is none
        double[] seconds = new double[5];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = run(arguments);
        }
        Arrays.sort(seconds);
        line(
                "small check, process start included",
                String.format("%.2f s (median of 5)", seconds[2]),
                "1 s");
    }

    private void suite() throws IOException, InterruptedException {
        Path reports = Files.createTempDirectory("heddle-bench");
        String suite = home().resolve("datasets/sgemm/bench.conf").toString();
        double seconds =
                run(
                        "verify",
                        suite,
                        "--master",
                        "local[2]",
                        "--quiet",
                        "--out",
                        reports.toString());
        try (Stream<Path> files = Files.walk(reports)) {
            files.sorted(java.util.Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
        }
        line("sgemm suite, K = 4096, on Spark local[2]", String.format("%.1f s", seconds), "");
    }

    /** Seconds that {@code bin/heddle} takes; it must succeed. */
    static double run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(home().resolve("bin/heddle").toString());
        command.addAll(List.of(arguments));
        long start = System.nanoTime();
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        int status = process.waitFor();
        if (status != ExitStatus.OK) {
            throw new IllegalStateException(
                    String.join(" ", command) + " ended with status " + status);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    // ---------------------------------------------------------------- in this process

    private void terms() {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            TermStore store = new TermStore();
            int a = store.declare(new Symbol("A", ElementType.F32, List.of(4096)));
            int b = store.declare(new Symbol("B", ElementType.F32, List.of(4096, 4096)));
            int[] left = new int[4096];
            Arrays.setAll(left, k -> store.element(a, k));
            long start = System.nanoTime();
            int before = store.size();
            for (int chain = 0; store.size() < TERMS; chain++) {
                int sum = store.zero();
                for (int k = 0; k < 4096; k++) {
                    sum = store.fma(left[k], store.element(b, 4096L * chain + k), sum);
                }
            }
            best = Math.min(best, (System.nanoTime() - start) / (double) (store.size() - before));
        }
        line("a term made, one core", String.format("%.0f ns", best), "70 ns");
    }

    private void monomials() {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            TermStore store = new TermStore();
            int a = store.declare(new Symbol("A", ElementType.F32, List.of(PRODUCTS)));
            int b = store.declare(new Symbol("B", ElementType.F32, List.of(PRODUCTS)));
            int up = store.zero();
            int down = store.zero();
            for (int k = 0; k < PRODUCTS; k++) {
                int other = PRODUCTS - 1 - k;
                up = store.fma(store.element(a, k), store.element(b, k), up);
                down = store.fma(store.element(a, other), store.element(b, other), down);
            }
            long start = System.nanoTime();
            Decision decision =
                    new Decider(store, DecideOptions.defaults())
                            .decide(List.of(new VerificationCondition("C", 0, up, down)))
                            .get(0);
            if (!(decision instanceof Decision.Proved)) {
                throw new IllegalStateException("two orders of a sum: " + decision);
            }
            best = Math.min(best, (System.nanoTime() - start) / (2.0 * PRODUCTS));
        }
        line("a monomial decided, all stages, one core", String.format("%.0f ns", best), "30 ns");
    }

    private void lemmas() {
        LemmaBench bench = new LemmaBench(1024);
        bench.measure(1); // loads and compiles
        LemmaBench.Times one = bench.measure(1);
        LemmaBench.Times two = bench.measure(2);
        line(
                String.format("%,d lemmas of one pair", one.lemmas()),
                String.format("one thread %.2f s, two %.2f s", one.seconds(), two.seconds()),
                "");
    }

    private void shadow() {
        for (ShadowBench.Mode mode : ShadowBench.Mode.values()) {
            line(
                    "an access recorded, " + mode.words(),
                    String.format("%.1f ns", ShadowBench.nanos(mode)),
                    "");
        }
    }

    private void cost() {
        cost("64x64x4096, naive against tiled", benchPair("sgemm", "step3-shared-tiles"));
        cost("attention 16x512x64", benchPair("attention", "naive-vs-fa1"));
    }

    private void cost(String work, Pair pair) {
        double[] millis = CostBench.millis(pair);
        line(
                "executed with --cost: " + work,
                String.format(
                        "%.2f times %.2f s (medians)", millis[1] / millis[0], millis[0] / 1e3),
                "1.5 times");
    }

    private void barriers() throws IOException, InterruptedException {
        for (BarrierBench.Kernel kernel : BarrierBench.Kernel.values()) {
            line(kernel.work(), BarrierBench.measure(kernel), kernel.budget());
        }
    }

    private void tables() {
        if (!shared.quiet()) {
            spec.commandLine()
                    .getOut()
                    .printf(
                            TABLE_ROW,
                            "table",
                            "simulate + decide of all; syncs of CTA, warp, PTX lines, threads",
                            "paper");
        }
        for (PaperTables.Row row : PaperTables.ROWS) {
            String measured = PaperTables.measure(home().resolve("datasets"), row);
            spec.commandLine().getOut().printf(TABLE_ROW, row.task(), measured, row.paper());
            spec.commandLine().getOut().flush();
        }
    }

    static Pair benchPair(String dataset, String name) {
        Path suite = home().resolve("datasets/" + dataset + "/bench.conf");
        return SuiteReader.read(suite).pairs().stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException(suite + ": no pair " + name));
    }

    private void pair(String work, String dataset, String name, int budget) {
        Pair pair = benchPair(dataset, name);
        System.gc();
        List<MemoryPoolMXBean> heap =
                ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(p -> p.getType() == MemoryType.HEAP)
                        .toList();
        heap.forEach(MemoryPoolMXBean::resetPeakUsage);
        long start = System.nanoTime();
        PairReport report = new PairChecker(new KernelFiles()).check(pair);
        double seconds = (System.nanoTime() - start) / 1e9;
        long peak = heap.stream().mapToLong(p -> p.getPeakUsage().getUsed()).sum();
        line(
                work,
                String.format(
                        "%.1f s, %s, peak heap %.2f GB", seconds, report.verdict(), peak / 1e9),
                budget + " s, 2 GB");
    }
}

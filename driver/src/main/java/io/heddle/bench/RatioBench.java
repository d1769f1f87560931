package io.heddle.bench;

import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.report.PairReport;
import io.heddle.spark.VerifySession;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * How much longer {@code verify} takes for one pair than {@code check}. Both read, parse, simulate,
 * decide, replay and report in this process; {@code verify} also writes the pair's rows to the
 * tables. What a process pays once is not counted: its start, and Spark's session.
 */
final class RatioBench {
    private static final double MOST_TIMES = 1.5;
    private static final double MOST_MORE = 1.0;
    private static final int TRIES = 3;

    private final PrintWriter out;
    private final boolean eachPair;

    /**
     * @param eachPair prints a line for each pair, and not only for those beyond the budget
     */
    RatioBench(PrintWriter out, boolean eachPair) {
        this.out = out;
        this.eachPair = eachPair;
    }

    /** Seconds of one pair both ways. */
    private record Times(double check, double verify) {
        boolean isWithin() {
            return verify <= MOST_TIMES * check + MOST_MORE;
        }

        Times least(Times other) {
            return new Times(Math.min(check, other.check), Math.min(verify, other.verify));
        }

        @Override
        public String toString() {
            return String.format(
                    "check %7.2f s   verify %7.2f s   ratio %5.2f", check, verify, verify / check);
        }
    }

    /** Measures the pairs of some suites one by one. */
    void run(List<String> suites) throws IOException, InterruptedException {
        Path reports = Files.createTempDirectory("heddle-bench");
        long start = System.nanoTime();
        try (VerifySession single = new VerifySession("local[*]", reports.toString())) {
            out.printf("%-45s %.2f s%n", "Spark's session, once a process", seconds(start));
            boolean warm = false;
            for (String suite : suites) {
                List<Pair> pairs = SuiteReader.read(suite, single.files()).pairs();
                if (!warm && !pairs.isEmpty()) {
                    measure(single, pairs.get(0)); // loads classes
                    warm = true;
                }
                suite(single, pairs);
            }
        } finally {
            try (Stream<Path> files = Files.walk(reports)) {
                files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
            }
        }
    }

    private void suite(VerifySession single, List<Pair> pairs) throws InterruptedException {
        double check = 0;
        double verify = 0;
        int within = 0;
        for (Pair pair : pairs) {
            Times times = measure(single, pair);
            for (int i = 1; i < TRIES && !times.isWithin(); i++) {
                times = times.least(measure(single, pair));
            }
            if (eachPair || !times.isWithin()) {
                out.printf("  %-60s %s%n", pair.suite() + "/" + pair.name(), times);
                out.flush();
            }
            check += times.check;
            verify += times.verify;
            within += times.isWithin() ? 1 : 0;
        }
        if (!pairs.isEmpty()) {
            out.printf(
                    "%-20s %s   %d of %d pairs within %.1f times and %.0f s%n",
                    pairs.get(0).suite(),
                    new Times(check, verify),
                    within,
                    pairs.size(),
                    MOST_TIMES,
                    MOST_MORE);
            out.flush();
        }
    }

    private static Times measure(VerifySession single, Pair pair) throws InterruptedException {
        long start = System.nanoTime();
        PairReport alone = new PairChecker(new KernelFiles(single.files())).check(pair);
        double check = seconds(start);
        start = System.nanoTime();
        PairReport onSpark = single.answer(pair);
        double verify = seconds(start);
        if (alone.verdict() != onSpark.verdict()) {
            throw new InputException(
                    pair.suite()
                            + "/"
                            + pair.name()
                            + ": check says "
                            + alone.verdict()
                            + ", verify "
                            + onSpark.verdict());
        }
        return new Times(check, verify);
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}

package io.heddle.bench;

import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.report.PairReport;
import io.heddle.simulate.Statistics;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The rows of VOLTA's tables that the datasets have at their size, with the counts that the tables
 * show: of the candidate, barriers of a CTA summed over threads, operations of a warp once each.
 */
final class PaperTables {
    private static final int LANES = 32;

    /**
     * One row.
     *
     * @param task the table and its task
     * @param suite the suite file below the datasets
     * @param pair the pair's name there
     * @param paper what the paper shows: time; block and warp syncs, PTX lines, threads as far as
     *     the table has them
     */
    record Row(String task, String suite, String pair, String paper) {}

    static final List<Row> ROWS =
            List.of(
                    row("1 (Red-1, Red-1)", "reduction/suite", "step1", "0.007 s; 1k, -, 97, -"),
                    row("1 (Red-1, Red-2)", "reduction/suite", "step2", "0.007 s; 1k, -, 91, -"),
                    row("1 (Red-1, Red-3)", "reduction/suite", "step3", "0.007 s; 1k, -, 73, -"),
                    row("1 (Red-1, Red-4)", "reduction/suite", "step4", "0.007 s; 896, -, 71, -"),
                    sgemm(1, "step1-naive", "502 s; 524k, -, 185, -"),
                    sgemm(2, "step2-coalesced", "560 s; 524k, -, 269, -"),
                    sgemm(3, "step3-shared-tiles", "520 s; 131k, -, 325, -"),
                    sgemm(4, "step4-column-a-thread", "531 s; 131k, -, 323, -"),
                    sgemm(5, "step5-square-a-thread", "570 s; 131k, -, 320, -"),
                    sgemm(6, "step6-vectors", "540 s; 262k, -, 307, -"),
                    sgemm(7, "step7-warp-tiles", "531 s; 262k, -, 307, -"),
                    attention(
                            "Attention",
                            "attention/bench",
                            "naive-vs-itself",
                            "22 s; 0, 0, 477, 1"),
                    attention("FA1", "attention/bench", "naive-vs-fa1", "83 s; 187k, 0, 1138, 128"),
                    attention(
                            "FA1-TC",
                            "attention-tc/bench",
                            "naive-vs-fa1",
                            "171 s; 801k, 204k, 1237, 128"),
                    attention(
                            "FA2-TC",
                            "attention-tc/bench",
                            "naive-vs-fa2",
                            "140 s; 210k, 13k, 2048, 128"),
                    row(
                            "6.2 convolution",
                            "conv2d-tc/bench",
                            "wmma",
                            "29 s; 6.4k, 3.1k, 1132, 256"),
                    gemm(1, "gemm1-shared-tiles-8", "221 s; 524k, 0, 562, 512"),
                    gemm(2, "gemm2-shared-tiles-16", "216 s; 262k, 0, 587, 512"),
                    gemm(3, "gemm3-wmma", "203 s; 262k, 3k, 771, 512"),
                    tiles("32x32x32", "11 s; 8k, 1k, 455, 128"),
                    tiles("64x32x32", "63 s; 16k, 3.5k, 537, 128"),
                    tiles("64x64x32", "440 s; 32k, 12k, 842, 128"));

    private PaperTables() {}

    private static Row sgemm(int step, String pair, String paper) {
        return row("2 (MatMul-1, MatMul-" + step + ")", "sgemm/bench", pair, paper);
    }

    private static Row attention(String name, String suite, String pair, String paper) {
        return row("3 (Attention, " + name + ")", suite, pair, paper);
    }

    private static Row gemm(int step, String pair, String paper) {
        return row("4 (MatMul-1, GEMM-" + step + ")", "gemm-tc/bench", pair, paper);
    }

    private static Row tiles(String size, String paper) {
        return row("5 " + size, "tiles/bench", size, paper);
    }

    private static Row row(String task, String suite, String pair, String paper) {
        return new Row(task, suite + ".conf", pair, paper);
    }

    /** The row's pair. */
    static Pair pair(Path datasets, Row row) {
        Path suite = datasets.resolve(row.suite());
        return SuiteReader.read(suite).pairs().stream()
                .filter(p -> p.name().equals(row.pair()))
                .findFirst()
                .orElseThrow(() -> new InputException(suite + ": no pair " + row.pair()));
    }

    /** Checks the pair in this process: its times and counts in the order of {@link Row#paper}. */
    static String measure(Path datasets, Row row) {
        PairReport r = new PairChecker(new KernelFiles()).check(pair(datasets, row));
        PairReport.Millis t = r.millis();
        Statistics c = r.stats().candidate();
        return String.format(
                Locale.ROOT,
                "%.2f + %.2f of %.2f s; %s, %s, %d, %d; %s",
                t.simulate() / 1e3,
                t.decide() / 1e3,
                t.total() / 1e3,
                count(c.blockSyncs()),
                count(c.warpSyncs() / LANES),
                c.ptxLines(),
                c.threads(),
                r.verdict());
    }

    /** As the tables write it: 262144 is 262k. */
    static String count(long n) {
        if (n < 1000) {
            return Long.toString(n);
        }
        return n < 10_000 && n % 1000 >= 50 && n % 1000 < 950
                ? String.format(Locale.ROOT, "%.1fk", n / 1e3)
                : Math.round(n / 1e3) + "k";
    }
}

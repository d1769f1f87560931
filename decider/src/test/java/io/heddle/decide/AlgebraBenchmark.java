package io.heddle.decide;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.TermStore;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Prints how long the decisions of design.md section 8 take. Not a test: run its main with the test
 * class path.
 */
final class AlgebraBenchmark {
    private AlgebraBenchmark() {}

    /** Each benchmark in turn, or those named. */
    public static void main(String[] arguments) {
        List<String> names = List.of(arguments);
        for (int round = 0; round < 3; round++) {
            if (names.isEmpty() || names.contains("attention")) {
                attention(16, 64, 512, 32);
            }
            if (names.isEmpty() || names.contains("sums")) {
                sums(256, 4096);
            }
            if (names.contains("many-sums")) {
                sums(4096, 4096);
            }
            if (names.isEmpty() || names.contains("products")) {
                products(1024, 4096);
            }
        }
    }

    private static void report(String name, TermStore store, List<VerificationCondition> vcs) {
        long start = System.nanoTime();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        List<Decision> decisions = new Decider(store, DecideOptions.defaults()).decide(vcs);
        double seconds = (System.nanoTime() - start) * 1e-9;
        double cpuSeconds =
                (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) * 1e-9;
        long proved = decisions.stream().filter(d -> d instanceof Decision.Proved).count();
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "%-40s %6d of %6d proved  %8.3f s  cpu %8.3f s  terms %d",
                        name,
                        proved,
                        vcs.size(),
                        seconds,
                        cpuSeconds,
                        store.size()));
        decisions.stream()
                .filter(d -> d instanceof Decision.Undecided)
                .limit(1)
                .forEach(System.out::println);
    }

    private static void attention(int rows, int depth, int keys, int tile) {
        Terms terms = new Terms();
        Kernels kernels = new Kernels(terms);
        int[][] q = terms.matrix("Q", rows, depth);
        int[][] k = terms.matrix("K", keys, depth);
        int[][] v = terms.matrix("V", keys, depth);
        int scale = terms.number(1, 8);
        List<VerificationCondition> vcs = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int[] s = kernels.scores(q[i], k, scale);
            int[] naive = kernels.attentionNaive(s, v);
            int[] online = kernels.attentionOnline(s, v, tile, false, true);
            for (int d = 0; d < depth; d++) {
                vcs.add(new VerificationCondition("O", (long) i * depth + d, naive[d], online[d]));
            }
        }
        report("attention " + rows + "x" + depth + " keys " + keys, terms.store, vcs);
    }

    private static void sums(int outputs, int n) {
        Terms terms = new Terms();
        int[][] x = terms.matrix("x", outputs, n);
        Random random = new Random(1);
        List<VerificationCondition> vcs = new ArrayList<>();
        for (int i = 0; i < outputs; i++) {
            int ordered = terms.sum(x[i]);
            shuffle(x[i], random);
            vcs.add(new VerificationCondition("y", i, ordered, terms.sum(x[i])));
        }
        report("sums " + outputs + " of " + n, terms.store, vcs);
    }

    private static void products(int outputs, int n) {
        Terms terms = new Terms();
        TermStore store = terms.store;
        int[][] a = terms.matrix("A", 32, n);
        int[][] b = terms.matrix("B", n, 32);
        List<VerificationCondition> vcs = new ArrayList<>();
        for (int i = 0; i < outputs; i++) {
            int up = store.zero();
            int down = store.zero();
            for (int k = 0; k < n; k++) {
                up = store.fma(a[i / 32][k], b[k][i % 32], up);
                down = store.fma(a[i / 32][n - 1 - k], b[n - 1 - k][i % 32], down);
            }
            vcs.add(new VerificationCondition("C", i, up, down));
        }
        report("products " + outputs + " of " + n, store, vcs);
    }

    private static void shuffle(int[] x, Random random) {
        for (int i = x.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
}

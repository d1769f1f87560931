package io.heddle.bench;

import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Kernels with many barriers, each as {@code bin/heddle inspect} and in this process. */
final class BarrierBench {
    private static final int WARM = 6;

    /** The kernels of {@code datasets/barriers/bench.conf}. */
    enum Kernel {
        SAXPY_TILES(
                "saxpy: 8,192 named barriers, 3.7 M statements",
                "saxpy-tiles",
                "2 s",
                "--grid 14 --cta 0,0,0 --block 320 --arg sym:a:f32 --arg in:x:f32[7340032]"
                        + " --arg in:y:f32[7340032] --arg out:z:f32[7340032] --arg 2048"),
        SGEMV_CHUNKS(
                "sgemv: 257 named barriers, 2.1 M accesses",
                "sgemv-chunks",
                "1 s",
                "--block 160 --arg in:A:f32[16384,128] --arg in:x:f32[16384] --arg out:y:f32[128]"
                        + " --arg 128"),
        SGEMV_TURNS(
                "sgemv: 256 barriers, 2.1 M accesses",
                "sgemv-turns",
                "1 s",
                "--block 128 --arg in:A:f32[16384,128] --arg in:x:f32[16384] --arg out:y:f32[128]"
                        + " --arg 128"),
        RELAY(
                "relay: 8,204 named barriers, 15 M accesses",
                "relay",
                "4 GB",
                "--block 1024 --arg in:x:f32[1024] --arg out:y:f32[1024] --arg 586");

        private final String work;
        private final String pair;
        private final String budget;
        private final String launch;

        Kernel(String work, String pair, String budget, String launch) {
            this.work = work;
            this.pair = pair;
            this.budget = budget;
            this.launch = launch;
        }

        String work() {
            return work;
        }

        String budget() {
            return budget;
        }
    }

    private BarrierBench() {}

    /** The time of a process, and the time and CPU time in a warm virtual machine, in words. */
    static String measure(Kernel kernel) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>();
        arguments.add("inspect");
        arguments.add(BenchCommand.home().resolve("datasets/barriers/throughput.ptx").toString());
        arguments.addAll(List.of("--entry", kernel.pair.replace('-', '_')));
        arguments.addAll(List.of(kernel.launch.split(" ")));
        double[] processes = new double[3];
        for (int i = 0; i < processes.length; i++) {
            processes[i] = BenchCommand.run(arguments.toArray(new String[0]));
        }
        Arrays.sort(processes);
        Pair pair = BenchCommand.benchPair("barriers", kernel.pair);
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        double warm = Double.MAX_VALUE;
        double cpu = Double.MAX_VALUE;
        for (int i = 0; i < WARM; i++) {
            long start = System.nanoTime();
            long cpuStart = clock.getCurrentThreadCpuTime();
            PairReport report = new PairChecker(new KernelFiles()).check(pair);
            warm = Math.min(warm, (System.nanoTime() - start) / 1e9);
            cpu = Math.min(cpu, (clock.getCurrentThreadCpuTime() - cpuStart) / 1e9);
            if (report.verdict() != Verdict.NO_DEFECT) {
                throw new IllegalStateException(kernel.pair + ": " + report.message());
            }
        }
        return String.format("%.2f s, warm %.2f s, %.2f s CPU", processes[1], warm, cpu);
    }
}

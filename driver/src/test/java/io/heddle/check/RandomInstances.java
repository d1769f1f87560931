package io.heddle.check;

import io.heddle.finding.Finding;
import io.heddle.finding.Finding.Kind;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.SimulationOptions;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.Simulator;
import io.heddle.suite.ArgumentText;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs a random kernel with all scalars, data and grids of a small range. Where a kernel has
 * atomics, the simulator makes them in the order of the threads; a second kernel in which threads
 * and blocks have changed their numbers gives another order.
 */
final class RandomInstances {
    static final int MOST_N = 8;
    static final int MOST_M = 2;
    static final int BLOCKS = 3;
    static final int VALUES = 3; // of a cell
    private static final long INSTRUCTIONS = 1_000_000; // a loop may not end
    private static final int WARP = 32;

    private long run;
    private long blind;

    /** The number of instances that were run. */
    long run() {
        return run;
    }

    /** The number of instances of which the simulator has not said what they do. */
    long blind() {
        return blind;
    }

    /** The first instance with one of some verdicts, in words; null if there is none. */
    String first(RandomKernel kernel, Set<Verdict> looked) {
        for (String text : orders(kernel)) {
            KernelFiles files = KernelFiles.of(Map.of("k.ptx", text));
            for (int grid = 1; grid <= (kernel.readsGrid() ? BLOCKS : 1); grid++) {
                for (int n = 0; n <= (kernel.reads("%r2") ? MOST_N : 0); n++) {
                    for (int m = 0; m <= (kernel.reads("%r3") ? MOST_M : 0); m++) {
                        for (List<Integer> data : data(kernel)) {
                            Launch launch =
                                    side(kernel, new Dim3(grid, 1, 1), arguments(data, n, m))
                                            .launch(files.module("k.ptx"));
                            Finding worst = found(launch, looked);
                            if (worst != null) {
                                return String.format(
                                        "%s with n = %d, m = %d, d = %s, grid %d%s: %s",
                                        worst.kind(),
                                        n,
                                        m,
                                        data,
                                        grid,
                                        text.equals(kernel.text()) ? "" : ", threads reversed",
                                        worst.message());
                            }
                        }
                    }
                }
            }
        }
        return null;
    }

    private static List<String> orders(RandomKernel kernel) {
        String text = kernel.text();
        boolean tellsLanes = text.contains("shfl") || text.contains("ballot");
        boolean oneWarp = kernel.block().size() <= WARP;
        boolean ofWarps = text.contains(".warp") || text.contains("vote");
        return text.contains("atom.") && !tellsLanes && (oneWarp || !ofWarps)
                ? List.of(text, kernel.reversed())
                : List.of(text);
    }

    private static List<List<Integer>> data(RandomKernel kernel) {
        List<List<Integer>> all = new ArrayList<>();
        for (int a = 0; a < (kernel.reads("%r5") || kernel.reads("%r9") ? VALUES : 1); a++) {
            for (int b = 0; b < (kernel.reads("%r9") ? VALUES : 1); b++) {
                all.add(List.of(a, b));
            }
        }
        return all;
    }

    private static List<Argument> arguments(List<Integer> data, int n, int m) {
        return List.of(
                argument("inout:x:s32[128]=zero"),
                cells(data),
                argument(Integer.toString(n)),
                argument(Integer.toString(m)),
                argument("inout:y:s32[128]=zero"),
                argument("inout:c:s32[2]=zero"));
    }

    static Argument argument(String text) {
        return ArgumentText.parse("random", text);
    }

    static Side side(RandomKernel kernel, Dim3 grid, List<Argument> arguments) {
        return new Side(
                "k.ptx", "k", grid, kernel.block(), 0, null, arguments, Side.Options.STRICT);
    }

    /** A finding of some kinds in a launch; null if it has none. */
    private Finding found(Launch launch, Set<Verdict> looked) {
        run++;
        SimulationOptions options =
                new SimulationOptions(false, false, false, false, INSTRUCTIONS, Long.MAX_VALUE);
        SimulationResult result = Simulator.run(launch, new TermStore(), options.inOneOrder());
        Finding found =
                result.findings().stream()
                        .filter(f -> looked.contains(verdict(f)))
                        .findFirst()
                        .orElse(null);
        boolean seen =
                result.findings().stream()
                        .noneMatch(f -> f.kind() == Kind.UNSUPPORTED || f.kind() == Kind.UNDECIDED);
        blind += found == null && !seen ? 1 : 0;
        return found;
    }

    private static Verdict verdict(Finding f) {
        return VerdictChoice.verdict(new PairReport.Defect(KernelSide.REFERENCE, f));
    }

    private static Argument cells(List<Integer> data) {
        List<Rational> values = data.stream().map(v -> Rational.of((long) v)).toList();
        TensorSpec t =
                new TensorSpec(
                        "d",
                        ElementType.S32,
                        List.of(values.size()),
                        TensorSpec.rowMajor(List.of(values.size())),
                        TensorSpec.Role.IN,
                        new TensorSpec.Init.Values(values),
                        null,
                        null);
        return new Argument.Tensor(t);
    }
}

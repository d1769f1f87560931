package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.anyinput.solver.SolverPool;
import io.heddle.finding.Finding;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.SimulationOptions;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.simulate.Simulator;
import io.heddle.suite.AnyInput;
import io.heddle.suite.ArgumentText;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the verdict for any input on random kernels with what the simulator finds when it runs
 * every instance: all scalars, all data, all grids in the range that the verdict is asked for.
 */
final class RandomAnyInput implements AutoCloseable {
    private static final Set<Verdict> DEFECTS =
            EnumSet.of(
                    Verdict.RACE,
                    Verdict.BARRIER_DIVERGENCE,
                    Verdict.DEADLOCK,
                    Verdict.OUT_OF_BOUNDS);
    private static final double SECONDS = 4; // for the questions about a kernel
    private static final int MOST = 8; // of a scalar
    private static final int BLOCKS = 3;
    private static final int VALUES = 3; // of a cell

    private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);

    private final SolverPool solvers = PairChecker.newSolvers();

    @Override
    public void close() {
        solvers.close();
    }

    /** Checks kernels, and that none of the answers is rare. */
    static void check(long firstSeed, int kernels) {
        List<String> faults = new ArrayList<>();
        try (RandomAnyInput random = new RandomAnyInput()) {
            for (long seed = firstSeed; seed < firstSeed + kernels; seed++) {
                String fault = random.fault(seed);
                if (fault != null) {
                    faults.add(fault);
                }
            }
            assertEquals("", String.join("\n", faults));
            Map<Verdict, Integer> counts = random.counts();
            int right = counts.getOrDefault(Verdict.NO_DEFECT, 0);
            int open = counts.getOrDefault(Verdict.UNDECIDED, 0);
            assertTrue(right >= kernels / 4, counts::toString);
            assertTrue(kernels - right - open >= kernels / 10, counts::toString);
            assertTrue(open <= kernels / 4, counts::toString);
        }
    }

    /** How often each verdict was given. */
    Map<Verdict, Integer> counts() {
        return counts;
    }

    /** What is wrong with the verdict on a kernel; null if nothing is. */
    String fault(long seed) {
        RandomKernel kernel = new RandomKernel(seed);
        KernelFiles files = KernelFiles.of(Map.of("k.ptx", kernel.text()));
        PairChecker checker = new PairChecker(files).asking(solvers);
        Pair pair = anyInput(kernel);
        PairReport report =
                AnyInputInspector.inspect(
                                pair, pair.reference().launch(files.module("k.ptx")), checker)
                        .build();
        Verdict verdict = report.verdict();
        counts.merge(verdict, 1, Integer::sum);
        String found = null;
        if (verdict == Verdict.NO_DEFECT) {
            found = instance(kernel, files, DEFECTS);
            found = found == null ? null : "NO_DEFECT, but " + found;
        } else if (DEFECTS.contains(verdict)) {
            found =
                    instance(kernel, files, EnumSet.of(verdict)) == null
                            ? verdict + " that no instance shows: " + report.message()
                            : null;
        } else if (verdict != Verdict.UNDECIDED) {
            found = verdict + " " + report.message();
        }
        return found == null ? null : "seed " + seed + ": " + found + "\n" + kernel.text();
    }

    private static Pair anyInput(RandomKernel kernel) {
        List<Argument> arguments =
                List.of(
                        argument("inout:x:s32[128]"),
                        argument(
                                "in:d:s32[" + RandomKernel.CELLS + "] in [0," + (VALUES - 1) + "]"),
                        argument("sym:n:s32"),
                        argument("sym:m:s32"));
        List<String> assumed =
                List.of(
                        "n >= 0 && n <= " + MOST + " && m >= 0 && m <= 2",
                        "gridDim.x <= " + BLOCKS);
        return pair(kernel, new Dim3(1, 1, 1), arguments).of(new AnyInput(assumed, Map.of(), true));
    }

    private static Argument argument(String text) {
        return ArgumentText.parse("random", text);
    }

    private static Pair pair(RandomKernel kernel, Dim3 grid, List<Argument> arguments) {
        Side side =
                new Side(
                        "k.ptx",
                        "k",
                        grid,
                        new Dim3(kernel.block(), 1, 1),
                        0,
                        null,
                        arguments,
                        Side.Options.STRICT);
        return new Pair(
                "random",
                "k",
                side,
                null,
                List.of(),
                Expectation.of(Verdict.NO_DEFECT),
                new Limits(SECONDS, Limits.DEFAULT.bytes()),
                false,
                false);
    }

    /** The first instance with one of some verdicts; null if there is none. */
    private static String instance(RandomKernel kernel, KernelFiles files, Set<Verdict> looked) {
        boolean readsM = kernel.text().contains("%r3,") && kernel.text().split("%r3\\b").length > 2;
        boolean readsD = kernel.text().split("%r5\\b").length > 2;
        for (int grid = 1; grid <= (kernel.readsGrid() ? BLOCKS : 1); grid++) {
            for (int n = 0; n <= MOST; n++) {
                for (int m = 0; m <= (readsM ? 2 : 0); m++) {
                    for (int d = 0; d < (readsD ? VALUES : 1); d++) {
                        List<Argument> arguments =
                                List.of(
                                        argument("inout:x:s32[128]=zero"),
                                        cells(d),
                                        argument(Integer.toString(n)),
                                        argument(Integer.toString(m)));
                        Finding worst =
                                found(
                                        pair(kernel, new Dim3(grid, 1, 1), arguments)
                                                .reference()
                                                .launch(files.module("k.ptx")),
                                        looked);
                        if (worst != null) {
                            return String.format(
                                    "%s with n = %d, m = %d, d = %d, grid %d: %s",
                                    worst.kind(), n, m, d, grid, worst.message());
                        }
                    }
                }
            }
        }
        return null;
    }

    /** A finding of some kinds in a launch; null if it has none. */
    private static Finding found(Launch launch, Set<Verdict> looked) {
        return Simulator.run(launch, new TermStore(), SimulationOptions.defaults())
                .findings()
                .stream()
                .filter(f -> looked.contains(verdict(f)))
                .findFirst()
                .orElse(null);
    }

    private static Verdict verdict(Finding f) {
        return VerdictChoice.verdict(new PairReport.Defect(KernelSide.REFERENCE, f));
    }

    private static Argument cells(int first) {
        TensorSpec t =
                new TensorSpec(
                        "d",
                        ElementType.S32,
                        List.of(RandomKernel.CELLS),
                        TensorSpec.rowMajor(List.of(RandomKernel.CELLS)),
                        TensorSpec.Role.IN,
                        new TensorSpec.Init.Values(
                                List.of(Rational.of(BigInteger.valueOf(first)), Rational.ZERO)),
                        null,
                        null);
        return new Argument.Tensor(t);
    }
}

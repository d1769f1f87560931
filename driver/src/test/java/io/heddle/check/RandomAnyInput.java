package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.anyinput.solver.SolverPool;
import io.heddle.check.RandomShapes.Shape;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.AnyInput;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the verdict for any input on random kernels with what the simulator finds when it runs
 * every instance ({@link RandomInstances}).
 */
final class RandomAnyInput implements AutoCloseable {
    private static final Set<Verdict> DEFECTS =
            EnumSet.of(
                    Verdict.RACE,
                    Verdict.BARRIER_DIVERGENCE,
                    Verdict.DEADLOCK,
                    Verdict.BARRIER_MISUSE,
                    Verdict.OUT_OF_BOUNDS);
    private static final double SECONDS = 4; // for the questions about a kernel

    private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    private final Map<Shape, Map<Verdict, Integer>> shapes = new EnumMap<>(Shape.class);
    private final RandomInstances instances = new RandomInstances();
    private final SolverPool solvers = PairChecker.newSolvers();

    @Override
    public void close() {
        solvers.close();
    }

    /** Checks kernels, and that neither an answer nor a shape is rare. */
    static void check(long firstSeed, int kernels) {
        long start = System.nanoTime();
        List<String> faults = new ArrayList<>();
        try (RandomAnyInput random = new RandomAnyInput()) {
            for (long seed = firstSeed; seed < firstSeed + kernels; seed++) {
                String fault = random.fault(seed);
                if (fault != null) {
                    faults.add(fault);
                }
            }
            System.out.printf(
                    "kernels %d, verdicts %s, instances run %d, of them without an answer %d,"
                            + " wrong %d, seconds %d%nby shape: %s%n",
                    kernels,
                    random.counts,
                    random.instances.run(),
                    random.instances.blind(),
                    faults.size(),
                    (System.nanoTime() - start) / 1_000_000_000,
                    random.shapes);
            assertEquals("", String.join("\n", faults));
            random.assertNothingIsRare(kernels);
        }
    }

    private void assertNothingIsRare(int kernels) {
        int right = counts.getOrDefault(Verdict.NO_DEFECT, 0);
        int open = counts.getOrDefault(Verdict.UNDECIDED, 0);
        assertTrue(right >= kernels / 4, counts::toString);
        assertTrue(kernels - right - open >= kernels / 10, counts::toString);
        assertTrue(open <= kernels / 4, counts::toString);
        for (Shape shape : Shape.values()) {
            Map<Verdict, Integer> of = shapes.getOrDefault(shape, Map.of());
            int made = of.values().stream().mapToInt(Integer::intValue).sum();
            assertTrue(made >= kernels / 40, shape + " " + of);
            if (made >= 20) {
                assertTrue(of.getOrDefault(Verdict.NO_DEFECT, 0) > 0, shape + " " + of);
                assertTrue(DEFECTS.stream().anyMatch(of::containsKey), shape + " " + of);
            }
        }
        assertTrue(counts.containsKey(Verdict.RACE), counts::toString);
        if (kernels >= 200) {
            assertTrue(counts.containsKey(Verdict.BARRIER_DIVERGENCE), counts::toString);
        }
        if (kernels >= 1_000) { // few leave their arrays
            assertTrue(counts.containsKey(Verdict.OUT_OF_BOUNDS), counts::toString);
        }
        assertTrue(instances.run() >= 10L * kernels, "instances: " + instances.run());
        assertTrue(instances.blind() <= instances.run() / 4, "no answer: " + instances.blind());
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
        kernel.shapes()
                .keySet()
                .forEach(
                        s ->
                                shapes.computeIfAbsent(s, k -> new EnumMap<>(Verdict.class))
                                        .merge(verdict, 1, Integer::sum));
        String found = null;
        if (verdict == Verdict.NO_DEFECT) {
            found = instances.first(kernel, DEFECTS);
            found = found == null ? null : "NO_DEFECT, but " + found;
        } else if (DEFECTS.contains(verdict)) {
            found =
                    instances.first(kernel, EnumSet.of(verdict)) == null
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
                        RandomInstances.argument("inout:x:s32[128]"),
                        RandomInstances.argument(
                                "in:d:s32["
                                        + RandomKernel.CELLS
                                        + "] in [0,"
                                        + (RandomInstances.VALUES - 1)
                                        + "]"),
                        RandomInstances.argument("sym:n:s32"),
                        RandomInstances.argument("sym:m:s32"),
                        RandomInstances.argument("inout:y:s32[128]"),
                        RandomInstances.argument("inout:c:s32[2]=zero"));
        List<String> assumed =
                List.of(
                        "n >= 0 && n <= " + RandomInstances.MOST_N,
                        "m >= 0 && m <= " + RandomInstances.MOST_M,
                        "gridDim.x <= " + RandomInstances.BLOCKS);
        return new Pair(
                        "random",
                        "k",
                        RandomInstances.side(kernel, new Dim3(1, 1, 1), arguments),
                        null,
                        List.of(),
                        Expectation.of(Verdict.NO_DEFECT),
                        new Limits(SECONDS, Limits.DEFAULT.bytes()),
                        false,
                        false)
                .of(new AnyInput(assumed, Map.of(), true));
    }
}

package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.anyinput.solver.SolverPool;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.AnyInput;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Asks of every launch of the datasets, for all data, what one execution of it answers, and
 * compares: the sizes, the scalars and the grid are those of the launch in both, so that a defect
 * in one and NO_DEFECT in the other is a bug. Where the execution finds a race, a divergence or a
 * deadlock, there must be no NO_DEFECT for all integer arguments either. {@link SweepTable} has the
 * answers.
 *
 * <p>{@code -Dheddle.sweep.any=FAMILY,FAMILY} takes some families, {@code all} takes all. Of a
 * family with more than 30 launches that many are asked, evenly spread; {@code
 * -Dheddle.sweep.most=NUMBER} is another number.
 */
@EnabledIfSystemProperty(named = "heddle.sweep.any", matches = ".+")
final class AnyInputSweepIT {
    private static final int MOST = Integer.getInteger("heddle.sweep.most", 30); // of a family
    private static final Limits ASKING = new Limits(12, 4L << 30);
    private static final Limits RUNNING = new Limits(20, 4L << 30);
    private static final Expectation NO_DEFECT = Expectation.of(Verdict.NO_DEFECT);

    private static final Set<Verdict> ORDER = // what a tensor's size does not decide
            Set.of(Verdict.RACE, Verdict.BARRIER_DIVERGENCE, Verdict.DEADLOCK);

    private final List<String> wrong = new ArrayList<>();
    private int asked;

    @Test
    void noVerdictContradictsAnExecution() throws IOException {
        List<String> chosen = List.of(System.getProperty("heddle.sweep.any").split(","));
        try (SweepTable table = new SweepTable(Path.of("target", "any-input-sweep"))) {
            for (Map.Entry<String, Set<Side>> family : families().entrySet()) {
                if (chosen.contains("all") || chosen.contains(family.getKey())) {
                    try (SolverPool solvers = PairChecker.newSolvers()) {
                        family(family.getKey(), family.getValue(), solvers, table);
                    }
                }
            }
        }
        assertEquals("", String.join("\n", wrong));
        assertTrue(asked > 2, "launches: " + asked);
    }

    /** The different launches of the suites by family, the families with the fewest first. */
    private static Map<String, Set<Side>> families() throws IOException {
        Map<String, Set<Side>> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("..", "datasets"))) {
            for (Path file :
                    files.filter(f -> f.endsWith("suite.conf") || f.endsWith("convolutions.conf"))
                            .sorted()
                            .toList()) {
                String name = file.getParent().getFileName().toString();
                Set<Side> launches = all.computeIfAbsent(name, f -> new LinkedHashSet<>());
                for (Pair p : SuiteReader.read(file).pairs()) {
                    if (p.anyInput() == null) {
                        launches.addAll(launches(p));
                    }
                }
            }
        }
        Map<String, Set<Side>> inOrder = new LinkedHashMap<>();
        all.entrySet().stream()
                .sorted(Comparator.comparing(e -> e.getValue().size()))
                .filter(e -> !e.getValue().isEmpty())
                .forEach(e -> inOrder.put(e.getKey(), e.getValue()));
        return inOrder;
    }

    /** The launches of both sides, each for all blocks. */
    private static List<Side> launches(Pair p) {
        return (p.isSingle() ? Stream.of(p.reference()) : Stream.of(p.reference(), p.candidate()))
                .flatMap(s -> s.launches().stream())
                .filter(s -> !s.isFormula())
                .map(AnyInputSweepIT::whole)
                .toList();
    }

    private static Side whole(Side s) {
        return new Side(
                s.ptx(),
                s.entry(),
                s.grid(),
                s.block(),
                s.shared(),
                null,
                s.arguments(),
                s.options());
    }

    private void family(String family, Set<Side> launches, SolverPool solvers, SweepTable table)
            throws IOException {
        int k = 0;
        int most = Math.min(MOST, launches.size());
        for (Side launch : launches) {
            k += most;
            if (k >= launches.size()) {
                k -= launches.size();
                ask(family, launch, solvers, table);
            }
        }
        table.end(family, launches.size());
    }

    private void ask(String family, Side launch, SolverPool solvers, SweepTable table)
            throws IOException {
        asked++;
        KernelFiles files = new KernelFiles();
        PairChecker checker = new PairChecker(files).asking(solvers);
        long start = System.nanoTime();
        Pair question = pair(launch, ASKING);
        PairReport forAll =
                checker.simulate(question.of(new AnyInput(List.of(), Map.of(), false))).answer();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!SweepTable.CONCLUSIVE.contains(forAll.verdict())) {
            table.add(family, launch, forAll, null, false, seconds);
            return;
        }
        PairReport one = checker.simulate(pair(launch, RUNNING)).answer();
        boolean contradiction = contradict(forAll.verdict(), one.verdict());
        table.add(family, launch, forAll, one, contradiction, seconds);
        if (contradiction) {
            wrong.add(contradiction(family, launch, "for all data", forAll, one));
        }
        if (ORDER.contains(one.verdict())) {
            PairReport freed =
                    checker.simulate(FreedLaunch.of(question, files.module(launch.ptx()))).answer();
            table.addFreed(freed.verdict());
            if (freed.verdict() == Verdict.NO_DEFECT) {
                wrong.add(contradiction(family, launch, "for all integers", freed, one));
            }
        }
    }

    private static String contradiction(
            String family, Side launch, String what, PairReport forAll, PairReport one) {
        return String.format(
                "%s %s: %s %s %s, but %s %s",
                family,
                launch.entry(),
                what,
                forAll.verdict(),
                forAll.message(),
                one.verdict(),
                one.message());
    }

    /**
     * Whether two verdicts on one launch cannot both be true. A run that shows the defect for some
     * data is one that the verdict NO_DEFECT on the launch is about, since it has the ranges and
     * the contents of the launch; which defect a run names first is its own choice.
     */
    private static boolean contradict(Verdict forAll, Verdict one) {
        return forAll == Verdict.NO_DEFECT
                ? SweepTable.DEFECTS.contains(one)
                : one == Verdict.NO_DEFECT;
    }

    private static Pair pair(Side launch, Limits limits) {
        String name = launch.entry() == null ? launch.ptx() : launch.entry();
        return new Pair("sweep", name, launch, null, List.of(), NO_DEFECT, limits, false, false);
    }
}

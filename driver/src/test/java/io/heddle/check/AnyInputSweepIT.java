package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Asks of every launch of the datasets, for all data, what one execution answers: where the
 * execution finds a defect of these kinds, there is no NO_DEFECT for all data. Prints the verdicts
 * by family. {@code -Dheddle.sweep.any=FAMILY} takes one family, {@code all} takes all.
 */
@EnabledIfSystemProperty(named = "heddle.sweep.any", matches = ".+")
final class AnyInputSweepIT {
    private static final Set<Verdict> ASKED =
            Set.of(
                    Verdict.RACE,
                    Verdict.BARRIER_DIVERGENCE,
                    Verdict.OUT_OF_BOUNDS,
                    Verdict.DEADLOCK);
    private static final int MOST_CTAS = 4;

    private final Map<String, Map<Verdict, Integer>> verdicts = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final Set<Side> seen = new HashSet<>();

    @Test
    void noVerdictContradictsAnExecution() throws IOException {
        String family = System.getProperty("heddle.sweep.any");
        try (Stream<Path> files = Files.walk(Path.of("..", "datasets"))) {
            for (Path file : files.filter(f -> f.endsWith("suite.conf")).sorted().toList()) {
                String name = file.getParent().getFileName().toString();
                if (family.equals("all") || family.equals(name)) {
                    for (Pair p : SuiteReader.read(file).pairs()) {
                        sides(p, name);
                    }
                }
            }
        }
        verdicts.forEach((name, counts) -> System.out.println(name + " " + counts));
        assertEquals(List.of(), wrong);
        assertTrue(seen.size() > 2, "launches: " + seen.size());
    }

    private void sides(Pair p, String family) {
        for (Side s :
                p.isSingle() ? List.of(p.reference()) : List.of(p.reference(), p.candidate())) {
            Side whole =
                    new Side(
                            s.ptx(),
                            s.entry(),
                            s.grid(),
                            s.block(),
                            s.shared(),
                            null,
                            s.arguments(),
                            s.options());
            if (!s.isFormula() && s.launches().size() == 1 && seen.add(whole)) {
                ask(
                        new Pair(
                                p.suite(), p.name(), whole, null, List.of(), NO_DEFECT, LIMITS,
                                false, false),
                        family);
            }
        }
    }

    private static final Expectation NO_DEFECT = Expectation.of(Verdict.NO_DEFECT);
    private static final Limits LIMITS = new Limits(60, 4L << 30);

    private void ask(Pair pair, String family) {
        PairChecker checker = new PairChecker(new KernelFiles());
        Pair any = pair.of(new AnyInput(List.of(), Map.of(), false));
        PairReport forAll = checker.simulate(any).answer();
        verdicts.computeIfAbsent(family, f -> new TreeMap<>())
                .merge(forAll.verdict(), 1, Integer::sum);
        if (forAll.verdict() != Verdict.NO_DEFECT || pair.reference().grid().size() > MOST_CTAS) {
            return;
        }
        PairReport one = checker.simulate(pair).answer();
        if (ASKED.contains(one.verdict())) {
            wrong.add(pair.name() + ": " + one.verdict() + " " + one.message());
        }
    }
}

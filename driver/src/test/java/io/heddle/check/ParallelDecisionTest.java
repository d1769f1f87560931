package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.report.JsonReport;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import io.heddle.term.TermStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelDecisionTest {
    private static final int CONDITIONS = 600;
    private static final int WRONG_EVERY = 50;

    @Test
    void manyConditionsGetTheirOwnDecisionsInOrder() {
        TermStore store = new TermStore();
        int x = store.declare(Made.input("x", CONDITIONS + 1).symbol());
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < CONDITIONS; i++) {
            int a = store.element(x, i);
            int b = store.element(x, i + 1);
            int square = store.mul(store.add(a, b), store.add(a, b));
            int expanded =
                    store.add(
                            store.mul(a, a),
                            store.fma(
                                    store.add(b, a),
                                    b,
                                    store.mul(store.integer(1), store.mul(a, b))));
            int wrong = i % WRONG_EVERY == 7 ? store.add(expanded, b) : expanded;
            conditions.add(new VerificationCondition("y", i, square, wrong));
        }
        List<Decision> decisions =
                ParallelDecision.decide(
                        store, conditions, DecideOptions.defaults(), Limits.DEFAULT);
        assertEquals(CONDITIONS, decisions.size());
        for (int i = 0; i < CONDITIONS; i++) {
            Class<?> expected =
                    i % WRONG_EVERY == 7 ? Decision.Refuted.class : Decision.Proved.class;
            assertEquals(expected, decisions.get(i).getClass(), "condition " + i);
        }
    }

    /** The report of a pair that so many threads decide, but for times. */
    private static String report(Simulated simulated, int threads) {
        DecideOptions options = PairChecker.decideOptions(simulated);
        List<Decision> decisions =
                ParallelDecision.decide(
                        simulated.store(),
                        simulated.conditions(),
                        options,
                        simulated.pair().limits(),
                        threads);
        Decided decided = new Decided(options.recovery(), decisions, 0);
        String report = JsonReport.line(PairChecker.conclude(simulated, decided));
        return report.replaceAll("\"millis\":\\{[^}]*}", "");
    }

    /** The first two have as many lemmas as are worth several threads; two are not proved. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "product-layernorm-64",
                "product-rmsnorm-64",
                "product-layernorm-broken",
                "attention-residual-layernorm-16",
                "attention-residual-layernorm-16-broken"
            })
    void theReportIsTheSameByAnyNumberOfThreads(String name) {
        Pair pair =
                SuiteReader.read(Path.of("../datasets/composed/suite.conf")).pairs().stream()
                        .filter(p -> p.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        Simulated simulated = new PairChecker(new KernelFiles()).simulate(pair);
        String expected = report(simulated, 1);
        assertEquals(expected, report(simulated, 2));
        assertEquals(expected, report(simulated, 4));
    }

    @Test
    void lemmasWithoutTimeLeaveConditionsUndecided() {
        Pair pair =
                SuiteReader.read(Path.of("../datasets/composed/suite.conf")).pairs().stream()
                        .filter(p -> p.name().equals("product-layernorm-64"))
                        .findFirst()
                        .orElseThrow();
        Simulated simulated = new PairChecker(new KernelFiles()).simulate(pair);
        DecideOptions options = PairChecker.decideOptions(simulated);
        for (int millis = 0; millis < 2_000; millis += 400) {
            long deadline = System.nanoTime() + millis * 1_000_000L;
            List<Decision> decisions =
                    ParallelDecision.decide(
                            simulated.store(),
                            simulated.conditions(),
                            options.until(deadline),
                            Limits.DEFAULT,
                            2);
            long late = (System.nanoTime() - deadline) / 1_000_000;
            assertTrue(late < 2_000, late + " ms");
            for (Decision d : decisions) {
                assertFalse(d instanceof Decision.Refuted, d.toString());
            }
        }
    }
}

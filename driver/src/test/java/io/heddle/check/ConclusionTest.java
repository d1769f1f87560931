package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.algebra.Recovery;
import io.heddle.check.Simulated.Run;
import io.heddle.check.Simulated.Times;
import io.heddle.condition.Counterexample;
import io.heddle.condition.DecideOptions;
import io.heddle.decide.Decision;
import io.heddle.decide.ProofAssumption;
import io.heddle.finding.Finding;
import io.heddle.launch.TensorSpec;
import io.heddle.refute.Domain;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.VcCounts;
import io.heddle.report.ProofMethod;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConclusionTest {
    private static final Decision SAME = new Decision.Proved(Decision.Method.SAME, List.of());
    private static final Decision EXACT =
            new Decision.Proved(Decision.Method.EXACT, List.of(nonzero("x[0] != 0")));
    private static final Decision PIT =
            new Decision.Proved(
                    Decision.Method.PIT, List.of(nonzero("x[0] != 0"), nonzero("x[1] != 0")));
    private static final Decision REFUTED =
            new Decision.Refuted(
                    new Counterexample(
                            "y",
                            List.of(1L),
                            "1",
                            "2",
                            Map.of("x[0]", Rational.of(1, 8)),
                            "candidate has 1 more"));
    private static final Decision OPEN = new Decision.Undecided("too many monomials");

    private static ProofAssumption nonzero(String text) {
        return new ProofAssumption.InDomain(Domain.Kind.NONZERO, text);
    }

    /** Two conditions over y[0] and y[1]. */
    private static Simulated simulated(Defect open) {
        return simulated(open, Made.input("x", 2), Made.output("y", 2));
    }

    private static Simulated simulated(Defect open, TensorSpec x, TensorSpec y) {
        TermStore store = new TermStore();
        int a = store.element(store.declare(x.symbol()), 0);
        int b = store.element(store.declare(x.symbol()), 1);
        Side side = Made.side(x, y);
        Pair pair = Made.pair(side, side);
        Run run =
                new Run(
                        Made.launch(side),
                        Made.result(Made.outcome(store.trueTerm(), Made.contents(y, a, b))));
        ComparedElements elements =
                new ElementComparison(
                                pair, store, run.result(), run.result(), DecideOptions.defaults())
                        .list();
        return new Simulated(
                pair,
                null,
                store,
                run,
                run,
                elements,
                open,
                List.of(),
                List.of("no overflow"),
                new Times(1, 2, System.nanoTime()));
    }

    private static Decided decided(Decision... decisions) {
        return new Decided(Recovery.STANDARD, List.of(decisions), 3);
    }

    private static PairReport conclude(Defect open, Decision... decisions) {
        Simulated simulated = simulated(open);
        return new Conclusion(simulated, decided(decisions), simulated.times(), Replayer.HERE)
                .report();
    }

    @Test
    void timeInQueuesIsNotOfThePair() {
        Simulated simulated = simulated(null);
        Times begun = new Times(1, 2, System.nanoTime() - 60_000_000_000L);
        Times times = begun.later(50_000_000_000L);
        PairReport r =
                new Conclusion(simulated, decided(SAME, EXACT), times, Replayer.HERE).report();
        assertTrue(r.millis().total() >= 10_000 && r.millis().total() < 50_000);
        assertEquals(3, r.millis().decide());
    }

    @Test
    void allProvedIsEquivalentWithEveryAssumptionOnce() {
        PairReport r = conclude(null, SAME, EXACT);
        assertEquals(Verdict.EQUIVALENT, r.verdict());
        assertEquals(ProofMethod.EXACT, r.method());
        assertEquals(List.of("no overflow", "x[0] != 0"), r.assumptions());
        assertEquals(new VcCounts(2, 2, 0, 0, 0), r.vcs());
        assertEquals(2, r.outputs());
        assertNull(r.unmet());
    }

    @Test
    void oneIdentityTestMakesTheMethodPit() {
        PairReport r = conclude(null, EXACT, PIT);
        assertEquals(ProofMethod.PIT, r.method());
        assertEquals(List.of("no overflow", "x[0] != 0", "x[1] != 0"), r.assumptions());
        assertTrue(r.message().contains("2^-100"), r.message());
    }

    @Test
    void whatAnIntegerTypeDoesNotHoldRefutesNothingThatNoRunShows() {
        TensorSpec x = integers(Made.input("x", 2));
        TensorSpec y = integers(Made.output("y", 2));
        for (String candidate : List.of("4294967296", "1/2", "0.5", "-2147483649", "NaN")) {
            assertEquals(Verdict.UNDECIDED, refutedIn(x, y, candidate, Rational.ONE));
        }
        assertEquals(Verdict.UNDECIDED, refutedIn(x, y, "5", Rational.powerOfTwo(31)));
        assertEquals(Verdict.NOT_EQUIVALENT, refutedIn(x, y, "-2147483648", Rational.ONE));
        TensorSpec real = Made.output("y", 2);
        assertEquals(Verdict.NOT_EQUIVALENT, refutedIn(x, real, "0.5", Rational.ONE));
    }

    private static TensorSpec integers(TensorSpec t) {
        return new TensorSpec(
                t.name(), ElementType.S32, t.shape(), t.strides(), t.role(), t.init(), null, null);
    }

    private static Verdict refutedIn(TensorSpec x, TensorSpec y, String candidate, Rational input) {
        Counterexample point =
                new Counterexample("y", List.of(0L), "0", candidate, Map.of("x[0]", input), "");
        Simulated simulated = simulated(null, x, y);
        return new Conclusion(
                        simulated,
                        decided(new Decision.Refuted(point), OPEN),
                        simulated.times(),
                        Replayer.HERE)
                .report()
                .verdict();
    }

    @Test
    void oneRefutationIsNotEquivalentWhateverElse() {
        PairReport r = conclude(null, OPEN, REFUTED);
        assertEquals(Verdict.NOT_EQUIVALENT, r.verdict());
        assertEquals("0.125", r.counterexample().inputs().get("x[0]"));
        assertEquals("y[1] differs: reference 1, candidate 2; candidate has 1 more", r.message());
        assertEquals(new VcCounts(2, 0, 1, 1, 0), r.vcs());
        assertEquals("expected EQUIVALENT", r.unmet());
        assertNull(r.method());
    }

    @Test
    void oneOpenConditionIsUndecidedAndNamesIt() {
        PairReport r = conclude(null, EXACT, OPEN);
        assertEquals(Verdict.UNDECIDED, r.verdict());
        assertEquals("y[1]: too many monomials", r.message());
    }

    @Test
    void anOpenFindingStandsUnlessSomethingIsRefuted() {
        Defect open =
                new Defect(
                        io.heddle.report.KernelSide.CANDIDATE,
                        Made.finding(Finding.Kind.UNDECIDED, 40));
        assertEquals(Verdict.UNDECIDED, conclude(open, SAME, EXACT).verdict());
        PairReport refuted = conclude(open, SAME, REFUTED);
        assertEquals(Verdict.NOT_EQUIVALENT, refuted.verdict());
        assertEquals(List.of(open), refuted.findings());
    }

    @Test
    void furtherRefutationsAreFindings() {
        PairReport r = conclude(null, REFUTED, REFUTED);
        assertEquals(1, r.findings().size());
        assertEquals(Finding.Kind.NOT_EQUIVALENT, r.findings().get(0).finding().kind());
        assertNull(r.findings().get(0).kernel());
    }
}

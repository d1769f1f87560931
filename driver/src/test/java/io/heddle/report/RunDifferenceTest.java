package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Dim3;
import io.heddle.report.PairReport.Scope;
import io.heddle.report.PairReport.SideScope;
import io.heddle.report.RunDifference.Change;
import io.heddle.table.SampleReports;
import io.heddle.table.StoredAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunDifferenceTest {
    private static PairReport named(PairReport report, String pair) {
        return new StoredAnswer(report, "r", null, List.of()).renamed("suite", pair).report();
    }

    @Test
    void equalRunsHaveNoDifference() {
        List<PairReport> reports = List.of(SampleReports.equivalent(), SampleReports.race());
        assertEquals(List.of(), RunDifference.of(reports, reports));
    }

    @Test
    void aPairThatIsNoLongerAsExpectedIsARegression() {
        Change change =
                RunDifference.of(
                                List.of(named(SampleReports.equivalent(), "p")),
                                List.of(named(SampleReports.race(), "p")))
                        .get(0);
        assertTrue(change.isRegression());
        assertEquals(
                "suite/p: EQUIVALENT (CTA 0,0,0 of 64) exact -> RACE (CTA 0,0,0 of 64) at k.ptx:14"
                        + " (k.cu:38) (expected EQUIVALENT)",
                change.text());
    }

    @Test
    void pairsThatComeAndGoAreChanges() {
        List<Change> changes =
                RunDifference.of(
                        List.of(SampleReports.equivalent()), List.of(SampleReports.different()));
        assertEquals(2, changes.size());
        assertFalse(changes.stream().anyMatch(Change::isRegression));
    }

    /** The report that covers something else. */
    private static PairReport covering(PairReport r, Scope scope, ReplayOutcome replay) {
        return new PairReport(
                r.suite(),
                r.pair(),
                r.verdict(),
                r.expected(),
                r.unmet(),
                r.error(),
                r.method(),
                r.assumptions(),
                r.kernel(),
                r.location(),
                r.message(),
                r.defect(),
                List.of(),
                scope,
                r.counterexample(),
                r.outputs(),
                r.vcs(),
                r.stats(),
                r.millis(),
                replay,
                r.terms());
    }

    @Test
    void aVerdictThatCoversLessIsAChange() {
        PairReport whole = named(SampleReports.equivalent(), "p");
        SideScope side = whole.scope().candidate();
        SideScope half =
                new SideScope(side.ptx(), side.entry(), side.grid(), new Dim3(2, 1, 1), null, 64);
        Scope scope = new Scope(half, half, 1, 1);
        Change change =
                RunDifference.of(
                                List.of(whole),
                                List.of(covering(whole, scope, ReplayOutcome.none("no time"))))
                        .get(0);
        assertFalse(change.isRegression());
        assertEquals(
                "suite/p: EQUIVALENT (CTA 0,0,0 of 64) exact -> EQUIVALENT exact; reference entry"
                        + " naive -> tiled, reference block 32,2,1 -> 2,1,1, reference cta 0,0,0 ->"
                        + " all, candidate block 64,1,1 -> 2,1,1, compared 4 -> 1, replay agrees ->"
                        + " none, findings",
                change.text());
    }
}

package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.report.RunDifference.Change;
import io.heddle.table.SampleReports;
import io.heddle.table.StoredAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunDifferenceTest {
    private static PairReport named(PairReport report, String pair) {
        return new StoredAnswer(report, "r", null).renamed("suite", pair).report();
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
                "suite/p: EQUIVALENT exact -> RACE at k.ptx:14 (k.cu:38) (expected EQUIVALENT)",
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
}

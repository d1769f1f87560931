package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Finding;
import io.heddle.finding.Finding.Kind;
import io.heddle.report.ErrorCause;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.Verdict;
import io.heddle.suite.Expectation;
import io.heddle.suite.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationsTest {
    /** A race at PTX lines 50 and 70 (CUDA 5 and 7), and another one at 90 (CUDA 9). */
    private static PairReport race() {
        Side side = Made.side(Made.output("y", 1));
        Finding first =
                new Finding(
                        Kind.RACE,
                        "Thread 3 writes buf",
                        Made.at(50),
                        Made.at(70),
                        List.of(3),
                        "buf",
                        false);
        return new ReportBuilder(Made.pair(side, side))
                .defect(new Defect(KernelSide.CANDIDATE, first))
                .findings(
                        List.of(
                                new Defect(KernelSide.CANDIDATE, Made.finding(Kind.RACE, 90)),
                                new Defect(KernelSide.CANDIDATE, Made.finding(Kind.TRAP, 30))))
                .build();
    }

    private static String unmet(Integer line, Integer sourceLine, String message) {
        return Expectations.unmet(new Expectation(Verdict.RACE, line, sourceLine, message), race())
                .orElse(null);
    }

    @Test
    void theVerdictMustBeTheExpectedOne() {
        assertEquals(
                "expected TRAP",
                Expectations.unmet(Expectation.of(Verdict.TRAP), race()).orElseThrow());
        assertNull(unmet(null, null, null));
    }

    @Test
    void anyOfSeveralVerdictsWillDo() {
        Expectation two = new Expectation(List.of(Verdict.TRAP, Verdict.RACE), null, null, null);
        assertTrue(Expectations.unmet(two, race()).isEmpty());
        assertEquals(Verdict.RACE, two.effective(Verdict.RACE));
        assertEquals(Verdict.TRAP, two.effective(Verdict.DEADLOCK));
        Expectation others =
                new Expectation(List.of(Verdict.TRAP, Verdict.DEADLOCK), null, null, null);
        assertEquals("expected TRAP or DEADLOCK", Expectations.unmet(others, race()).orElseThrow());
    }

    @Test
    void anInternalFailureIsNeverExpected() {
        Side side = Made.side(Made.output("y", 1));
        for (ErrorCause cause : ErrorCause.values()) {
            PairReport report =
                    new ReportBuilder(Made.pair(side, side)).error(cause, "why").build();
            assertEquals(
                    cause != ErrorCause.INTERNAL,
                    Expectations.unmet(Expectation.of(Verdict.ERROR), report).isEmpty());
        }
    }

    @Test
    void aLineMayBeThatOfEitherAccessOfAnyFindingOfTheKind() {
        assertNull(unmet(50, null, null));
        assertNull(unmet(70, null, null));
        assertNull(unmet(90, null, null));
        assertEquals("expected PTX line 30", unmet(30, null, null));
    }

    @Test
    void aSourceLineLikewise() {
        assertNull(unmet(null, 5, null));
        assertNull(unmet(null, 7, null));
        assertNull(unmet(null, 9, null));
        assertEquals("expected CUDA line 3", unmet(null, 3, null));
    }

    @Test
    void aMessageIsAPartInAnyCase() {
        assertNull(unmet(null, null, "thread 3"));
        assertEquals("expected a message with 'thread 4'", unmet(null, null, "thread 4"));
    }
}

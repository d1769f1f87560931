package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExitStatusTest {
    @Test
    void expectedVerdictsEndWithZero() {
        assertEquals(
                0,
                ExitStatus.of(
                        List.of(PairReports.equivalent(null), PairReports.race(Verdict.RACE))));
        assertEquals(0, ExitStatus.of(PairReports.error(ErrorCause.INPUT, Verdict.ERROR)));
    }

    @Test
    void anUnexpectedVerdictEndsWithOne() {
        assertEquals(1, ExitStatus.of(PairReports.race(Verdict.EQUIVALENT)));
        assertEquals(1, ExitStatus.of(PairReports.error(ErrorCause.OUTCOME, Verdict.EQUIVALENT)));
    }

    @Test
    void unusableInputEndsWithTwoAndAnInternalFailureWithThree() {
        PairReport input = PairReports.error(ErrorCause.INPUT, Verdict.EQUIVALENT);
        PairReport internal = PairReports.error(ErrorCause.INTERNAL, Verdict.ERROR);
        assertEquals(2, ExitStatus.of(List.of(PairReports.race(Verdict.EQUIVALENT), input)));
        assertEquals(3, ExitStatus.of(List.of(input, internal)));
        assertEquals(3, ExitStatus.of(internal));
    }
}

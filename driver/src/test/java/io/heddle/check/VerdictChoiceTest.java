package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.heddle.finding.Finding.Kind;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport.Defect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictChoiceTest {
    private static Defect defect(KernelSide side, Kind kind, int line) {
        return new Defect(side, Made.finding(kind, line));
    }

    @ParameterizedTest
    @CsvSource({
        "DEADLOCK,RACE",
        "BARRIER_MISUSE,BARRIER_DIVERGENCE",
        "RACE,OUT_OF_BOUNDS",
        "OUT_OF_BOUNDS,MISALIGNED",
        "MISALIGNED,UNINITIALIZED_READ",
        "UNINITIALIZED_READ,TRAP",
        "TRAP,UNSUPPORTED",
        "UNSUPPORTED,UNDECIDED"
    })
    void theGraverDefectWinsWhereverItStands(Kind grave, Kind light) {
        Defect first = defect(KernelSide.REFERENCE, light, 1);
        Defect second = defect(KernelSide.CANDIDATE, grave, 2);
        VerdictChoice choice = VerdictChoice.of(List.of(first, second), List.of());
        assertEquals(second, choice.winner());
        assertEquals(List.of(first), choice.rest());
    }

    @Test
    void atEqualRankTheReferenceWins() {
        Defect first = defect(KernelSide.REFERENCE, Kind.RACE, 9);
        Defect second = defect(KernelSide.CANDIDATE, Kind.RACE, 2);
        assertEquals(first, VerdictChoice.of(List.of(first, second), List.of()).winner());
    }

    @Test
    void notesNeverWin() {
        Defect note = defect(KernelSide.REFERENCE, Kind.UNINITIALIZED_READ, 9);
        VerdictChoice choice = VerdictChoice.of(List.of(), List.of(note));
        assertNull(choice.winner());
        assertEquals(List.of(note), choice.rest());
    }
}

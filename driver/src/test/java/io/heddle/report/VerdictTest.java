package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Finding;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void verdictsWinInTheContractsOrder() {
        assertEquals(
                List.of(
                        "ERROR",
                        "DEADLOCK",
                        "BARRIER_MISUSE",
                        "BARRIER_DIVERGENCE",
                        "RACE",
                        "OUT_OF_BOUNDS",
                        "MISALIGNED",
                        "UNINITIALIZED_READ",
                        "TRAP",
                        "STORE_TO_INPUT", // of gate only, which the contract lets us add
                        "NOT_EQUIVALENT",
                        "UNSUPPORTED",
                        "UNDECIDED",
                        "EQUIVALENT",
                        "NO_DEFECT"),
                Arrays.stream(Verdict.values()).map(Enum::name).toList());
        assertTrue(Verdict.RACE.outranks(Verdict.UNSUPPORTED));
        assertFalse(Verdict.RACE.outranks(Verdict.DEADLOCK));
    }

    @Test
    void everyFindingHasItsVerdictButStoresToInputs() {
        Finding.Kind note = Finding.Kind.STORE_TO_INPUT;
        for (Finding.Kind kind : EnumSet.complementOf(EnumSet.of(note))) {
            assertEquals(kind.name(), Verdict.of(kind).name());
        }
        assertThrows(IllegalArgumentException.class, () -> Verdict.of(note));
    }

    @Test
    void onlyKnownSpellingsParse() {
        assertEquals(Verdict.RACE, Verdict.parse("RACE"));
        assertNull(Verdict.parse("race"));
    }
}

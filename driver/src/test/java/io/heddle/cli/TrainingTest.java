package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.report.ExitStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TrainingTest {
    /** What it prints nobody sees: a command with a wrong path would load next to nothing. */
    @Test
    void everyCommandComesToItsVerdict() {
        assertEquals(
                List.of(
                        ExitStatus.OK,
                        ExitStatus.OK,
                        ExitStatus.UNEXPECTED,
                        ExitStatus.OK,
                        ExitStatus.UNEXPECTED),
                Training.run("../datasets"));
    }
}

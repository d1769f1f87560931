package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResumeCommandTest {
    @Test
    void theCommandIsTheOneThatBeganTheRunQuotedForAShell() {
        assertEquals(
                "heddle verify a.conf --out 'my reports' --master 'local[2]' --resume r2",
                ResumeCommand.of(
                        List.of("a.conf", "--out", "my reports", "--master", "local[2]"), "r2"));
        assertEquals(
                "heddle verify 'it'\\''s.conf' --resume r2",
                ResumeCommand.of(List.of("it's.conf", "--resume", "r1"), "r2"));
        assertEquals(
                "heddle verify a.conf --resume r2",
                ResumeCommand.of(List.of("--resume=r1", "a.conf"), "r2"));
    }
}

package io.heddle.replay.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class RunClockTest {
    @Test
    void aRunStopsAtItsDeadline() {
        RunClock clock = new RunClock(System.nanoTime() - 1);
        StopException stop = assertThrows(StopException.class, clock::check);
        assertEquals(ReplayResult.Reason.BUDGET, stop.reason());
        new RunClock(0).check();
        new RunClock(System.nanoTime() + Long.MAX_VALUE / 2).check();
    }

    @Test
    void whatARunHasLeftIsReadAfterItsTime() {
        RunClock clock = new RunClock(System.nanoTime() - 1);
        clock.end();
        clock.check();
    }
}

package io.heddle.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Finding;
import io.heddle.simulate.Kernel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a deadlock says about who could still arrive. */
final class ReachableArrivalsTest {
    private static final String NOBODY = "for arrivals that no thread can still make";

    private static String deadlock(String... barriers) {
        Kernel k =
                Kernel.of(
                                "mov.u32 r0, %tid.x; shr.u32 r0, r0, 5; mov.u32 r9, 64;",
                                "setp.eq.u32 p0, r0, 0; @p0 bra A; setp.eq.u32 p0, r0, 1; @p0 bra"
                                        + " B;",
                                barriers[2] + " ret;",
                                "A: " + barriers[0] + " ret;",
                                "B: " + barriers[1] + " ret;")
                        .threads(96);
        List<String> deadlocks =
                k.run().findings().stream()
                        .filter(f -> f.kind() == Finding.Kind.DEADLOCK)
                        .map(Finding::message)
                        .toList();
        assertEquals(1, deadlocks.size());
        return deadlocks.get(0);
    }

    @Test
    void aBarrierNumberThatIsMovedToARegisterOnceIsKnown() {
        String message =
                deadlock(
                        "mov.u32 r1, 1; bar.sync r1, r9; mov.u32 r2, 2; bar.arrive r2, r9;",
                        "mov.u32 r3, 2; bar.sync r3, r9; mov.u32 r4, 1; bar.arrive r4, r9;",
                        "mov.u32 r5, 3; bar.sync r5, r9;");
        assertTrue(message.startsWith("threads wait in a cycle: threads 0-31"), message);
        int lonely = message.indexOf("threads 64-95 wait at barrier 3");
        assertTrue(lonely > 0 && message.indexOf(NOBODY, lonely) > 0, message);
    }

    @Test
    void aBarrierNumberWithTwoWritersMayBeAny() {
        String message =
                deadlock(
                        "mov.u32 r1, 1; bar.sync r1, r9; mov.u32 r2, 2; bar.arrive r2, r9;",
                        "mov.u32 r3, 2; bar.sync r3, r9; mov.u32 r3, 1; bar.arrive r3, r9;",
                        "mov.u32 r5, 3; bar.sync r5, r9;");
        int lonely = message.indexOf("threads 64-95 wait at barrier 3");
        assertTrue(lonely > 0 && message.indexOf(NOBODY, lonely) < 0, message);
    }

    @Test
    void aBarrierNumberThatIsNotWrittenAgainIsKnownWhateverItsWriter() {
        String message =
                deadlock(
                        "mov.u32 r1, 1; bar.sync r1, r9; mov.u32 r2, 2; bar.arrive r2, r9;",
                        "mov.u32 r3, 2; bar.sync r3, r9; mov.u32 r4, 1; bar.arrive r4, r9;",
                        "add.u32 r5, r0, 1; bar.sync r5, r9;");
        int lonely = message.indexOf("threads 64-95 wait at barrier 3");
        assertTrue(lonely > 0 && message.indexOf(NOBODY, lonely) > 0, message);
        message =
                deadlock(
                        "mov.u32 r1, 1; bar.sync r1, r9; mov.u32 r2, 2; bar.arrive r2, r9;",
                        "add.u32 r3, r0, 1; bar.sync r3, r9; bar.arrive r3, r9;",
                        "mov.u32 r5, 3; bar.sync r5, r9;");
        assertTrue(message.startsWith("threads are blocked"), message);
    }

    @Test
    void aDeadlockPointsToAnEarlierUseOfABarrierWithoutAnOrder() {
        String message = deadlock("bar.arrive 1, 32;", "bar.sync 1, 32;", "bar.sync 3, 64;");
        assertTrue(message.endsWith("which may be the cause (see BARRIER_MISUSE)"), message);
    }
}

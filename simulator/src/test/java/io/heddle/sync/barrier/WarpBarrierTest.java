package io.heddle.sync.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.shadow.Shadow;
import org.junit.jupiter.api.Test;

/** {@code bar.warp.sync}: who is released when, what is ordered then, and what is wrong. */
class WarpBarrierTest {
    private static final int LOW = 0xffff;
    private static final int HIGH = 0xffff0000;

    private static final ArrivalForecast NONE = (tid, barrier) -> -1;

    private final HappensBefore clocks = new HappensBefore(64, 64);
    private final Shadow shared = new Shadow(clocks, 256);
    private final Barriers barriers = new Barriers(clocks, 0);

    private static void assertFault(BarrierFault.Kind kind, String words, BarrierFault fault) {
        assertNotNull(fault, words);
        assertEquals(kind, fault.kind());
        String text = fault.message() + ": " + fault.waits();
        assertTrue(text.contains(words), text);
    }

    @Test
    void aWarpBarrierReleasesItsMaskAndOrdersIt() {
        shared.write(0, 7, 0, 4, null);
        assertNull(barriers.warpSync(0, 1, LOW, 1));
        assertEquals(1, barriers.waiting(0));
        assertNull(barriers.warpSync(0, LOW & ~1, LOW, 2));
        assertEquals(0, barriers.waiting(0));
        assertNull(shared.read(15, 8, 0, 4));
        assertNotNull(shared.read(16, 9, 0, 4));
    }

    @Test
    void exitedLanesCountAsArrivedInWarpMasks() {
        shared.write(31, 7, 0, 4, null);
        barriers.warpSync(0, LOW, -1, 1);
        assertNull(barriers.exit(0, HIGH));
        assertEquals(0, barriers.waiting(0));
        assertNull(shared.read(0, 8, 0, 4));
    }

    @Test
    void masksThatDisagreeDeadlock() {
        barriers.warpSync(0, LOW, -1, 1);
        barriers.warpSync(0, HIGH, HIGH, 2);
        assertEquals(LOW, barriers.waiting(0));
        barriers.exit(1, -1);
        barriers.warpSync(0, HIGH, HIGH | 1, 3);
        assertFault(
                BarrierFault.Kind.DEADLOCK,
                "threads 0-15 wait at a warp barrier with mask 0xffffffff for threads 16-31",
                barriers.atEnd(NONE));
    }

    @Test
    void aLaneOutsideItsOwnMaskIsMisuse() {
        assertFault(
                BarrierFault.Kind.MISUSE,
                "threads 16-31 are not in the mask 0xffff",
                barriers.warpSync(0, -1, LOW, 1));
    }
}

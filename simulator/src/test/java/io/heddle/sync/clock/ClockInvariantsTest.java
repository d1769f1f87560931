package io.heddle.sync.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ClockInvariantsTest {
    private static final int CTA = 40;
    private static final int THREADS = 2 * CTA;

    private final HappensBefore clocks =
            new HappensBefore(THREADS, CTA, 100, Synchronisation.ACROSS_CTAS, true);
    private final int object = clocks.newObject();

    @Test
    void holdAfterEachStepOfRandomHistories() {
        int other = clocks.newObject();
        Random random = new Random(1);
        for (int i = 0; i < 5_000; i++) {
            int thread = random.nextInt(THREADS);
            int cta = thread / CTA;
            int[] some = random.ints(3, cta * CTA, (cta + 1) * CTA).distinct().toArray();
            clocks.current().enter(thread);
            switch (random.nextInt(9)) {
                case 0 -> clocks.fullBarrier(cta);
                case 1 -> clocks.generation(some, some.length, some, 1);
                case 2 -> clocks.completion(cta, random.nextInt(4), some, 1, object);
                case 3 -> clocks.release(thread, other);
                case 4 -> clocks.acquire(thread, other);
                case 5 -> clocks.releaseTurn(thread, object);
                case 6 -> clocks.current().enter(clocks.agentRelease(cta, other));
                case 7 -> clocks.meet(some);
                default -> {
                    HappensBefore.Knowledge before = clocks.knowledge(some);
                    clocks.meet(some);
                    clocks.forget(some, before);
                }
            }
            assertEquals(Optional.empty(), ClockInvariants.violation(clocks), "step " + i);
        }
    }

    @Test
    void knowledgeOfWhatWasNotReleasedIsSeen() {
        int[][] rows = new int[clocks.layout.count()][];
        rows[1] = new int[32];
        rows[1][3] = 5;
        clocks.known[0] = new CtaClock(1, rows);
        assertEquals(
                "thread 0 knows the stamp 5 at place 35 of CTA 0",
                ClockInvariants.violation(clocks).orElseThrow());
    }

    @Test
    void aFloorAboveTheLastEventIsSeen() {
        clocks.floors[1] = 7;
        assertEquals(
                "CTA 1 has the floor 7, its event 1",
                ClockInvariants.violation(clocks, 1).orElseThrow());
    }

    @Test
    void aThreadThatWasEnteredBeforeAChangeIsSeen() {
        clocks.release(4, object);
        clocks.current().enter(4);
        assertEquals(Optional.empty(), ClockInvariants.violation(clocks));
        clocks.stamps[4]--;
        assertEquals(
                "the clocks have changed since thread 4 entered",
                ClockInvariants.violation(clocks).orElseThrow());
    }
}

package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60) // for what never comes
class InterruptionTest {
    private final AtomicInteger early = new AtomicInteger();
    private final AtomicInteger stops = new AtomicInteger();

    private Interruption interruption() {
        return new Interruption(early::incrementAndGet);
    }

    /** Returns when what is done waits for the end of the process. */
    private static void assertWaits(Callable<?> what) throws InterruptedException {
        AtomicInteger returned = new AtomicInteger();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                what.call();
                            } catch (Throwable e) {
                                returned.incrementAndGet();
                            }
                            returned.incrementAndGet();
                        });
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            assertTrue(thread.isAlive());
            Thread.sleep(1);
        }
        assertEquals(0, returned.get());
    }

    @Test
    void whatFailsSinceTheProcessEndsBeforeTheRunIsToldNobody() throws InterruptedException {
        Interruption interruption = interruption();
        assertWaits(
                () ->
                        interruption.during(
                                () -> {
                                    interruption.interrupt();
                                    throw new NullPointerException("Spark has gone");
                                }));
        assertEquals(1, early.get());
    }

    @Test
    void aRunDoesNotBeginOnceTheProcessEnds() throws InterruptedException {
        Interruption interruption = interruption();
        interruption.interrupt();
        assertWaits(
                () -> {
                    interruption.stopBy(stops::incrementAndGet);
                    return null;
                });
        assertEquals(1, early.get());
        assertEquals(0, stops.get());
    }

    @Test
    void otherFailuresAreThrown() throws Exception {
        try (Interruption interruption = interruption()) {
            Callable<Integer> fails =
                    () -> {
                        throw new IllegalStateException("a fault");
                    };
            assertThrows(IllegalStateException.class, () -> interruption.during(fails));
            assertEquals(7, interruption.during(() -> 7));
        }
        assertEquals(0, early.get());
    }

    @Test
    void aRunThatHasBegunIsStoppedAndWaitedFor() throws Exception {
        Interruption interruption = interruption();
        interruption.stopBy(stops::incrementAndGet);
        Thread hook = new Thread(interruption::interrupt);
        hook.start();
        while (hook.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        assertEquals(1, stops.get());
        assertTrue(interruption.asked());
        Callable<Integer> fails =
                () -> {
                    throw new IllegalStateException("a fault of the run");
                };
        assertThrows(IllegalStateException.class, () -> interruption.during(fails));
        interruption.close();
        hook.join();
        assertFalse(hook.isAlive());
        assertEquals(0, early.get());
    }
}

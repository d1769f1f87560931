package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.TermStore;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private static TermStore store(int terms) {
        TermStore store = new TermStore();
        for (int i = 0; i < terms; i++) {
            store.integer(1000 + i);
        }
        return store;
    }

    /** True if another pair may not enter before {@code leave} has run. */
    private static boolean waits(Backlog backlog, Runnable leave) throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        Thread next =
                new Thread(
                        () -> {
                            try {
                                backlog.enter();
                                entered.countDown();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        next.start();
        boolean waits = !entered.await(200, TimeUnit.MILLISECONDS);
        leave.run();
        assertTrue(entered.await(1, TimeUnit.MINUTES));
        return waits;
    }

    @Test
    void pairsWaitForBytesOfTermsAndNotForTheirNumber() throws InterruptedException {
        TermStore large = store(100_000);
        assertTrue(large.bytes() >= 16 * 100_000 && large.bytes() < 64 * 100_000);
        assertTrue(store(1).bytes() < 100_000);
        Backlog backlog = new Backlog(1000, large.bytes());
        backlog.enter(); // an empty backlog takes any pair
        backlog.hold(large);
        assertTrue(waits(backlog, () -> backlog.leave(large)));
        TermStore small = store(1);
        backlog.hold(small);
        assertFalse(waits(backlog, () -> backlog.leave(small)));
    }

    @Test
    void aStoreThatHasGrownLeavesAsMuchAsItHeld() throws InterruptedException {
        TermStore first = store(1);
        Backlog backlog = new Backlog(1000, 2 * first.bytes());
        backlog.enter();
        backlog.hold(first);
        for (int i = 0; i < 200_000; i++) {
            first.integer(-1000 - i);
        }
        backlog.leave(first);
        TermStore large = store(100_000);
        backlog.enter();
        backlog.hold(large);
        assertTrue(waits(backlog, () -> backlog.leave(large)));
    }

    @Test
    void pairsWaitForPairsOfWhateverSize() throws InterruptedException {
        Backlog backlog = new Backlog(1, Long.MAX_VALUE);
        backlog.enter();
        assertTrue(waits(backlog, () -> backlog.leave(null)));
    }
}

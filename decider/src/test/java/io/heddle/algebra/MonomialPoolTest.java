package io.heddle.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.LimitExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MonomialPoolTest {
    private static final long ALL = 6400;
    private static final long ONE = 4000; // five eighths
    private static final long WORKING = 4800; // and one more eighth
    private static final long KEPT = ALL - WORKING;

    private final MonomialPool pool = new MonomialPool(ALL, Long.MAX_VALUE);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private Budget budget(long most) {
        return new Budget(most, Long.MAX_VALUE, pool);
    }

    /** Spends in another thread, which has to wait. */
    private Future<Long> spendAfterAWait(Budget budget, long monomials) throws Exception {
        int before = pool.waiting();
        Future<Long> spent = threads.submit(() -> spend(budget, monomials));
        while (pool.waiting() == before && !spent.isDone()) {
            Thread.sleep(1);
        }
        assertFalse(spent.isDone());
        return spent;
    }

    private static long spend(Budget budget, long monomials) {
        budget.spend(monomials);
        return budget.spent();
    }

    /** Spends in another thread: one has one proof at a time. */
    private static void spendElsewhere(Budget budget, long monomials) throws InterruptedException {
        Thread thread = new Thread(() -> budget.spend(monomials));
        thread.start();
        thread.join();
        assertEquals(monomials, budget.spent());
    }

    @Test
    void oneProofGetsFiveEighthsOfAll() {
        assertEquals(ONE, pool.mostOfOne());
        Budget budget = budget(Long.MAX_VALUE);
        budget.spend(ONE);
        assertEquals(ONE, pool.held());
        LimitExceededException stop =
                assertThrows(LimitExceededException.class, () -> budget.spend(1));
        assertTrue(stop.getMessage().contains("more than 4000 monomials"), stop.getMessage());
        assertEquals(100, new MonomialPool(ALL, 100).mostOfOne());
    }

    @Test
    void whatIsSpentIsDrawnAndGivenBack() {
        Budget budget = budget(1000);
        budget.spend(1);
        assertEquals(ONE / 64, pool.held()); // so that not every monomial asks
        budget.spend(700);
        assertEquals(701, pool.held());
        budget.giveBack();
        assertEquals(0, pool.held());
        assertEquals(701, pool.mostHeld());
    }

    @Test
    void aProofThatEndsAtALimitGivesBack() {
        Budget budget = budget(1000);
        assertThrows(LimitExceededException.class, () -> budget.spend(1001));
        budget.giveBack();
        budget(ONE).spend(ONE);
        assertEquals(ONE, pool.held());
    }

    @Test
    void proofsThatFitTogetherDoNotWait() throws Exception {
        for (int i = 0; i < 8; i++) {
            spendElsewhere(budget(WORKING / 8), WORKING / 8);
        }
        assertEquals(WORKING, pool.held());
    }

    @Test
    void aProofWaitsUntilAnotherGivesBack() throws Exception {
        Budget first = budget(ONE);
        first.spend(ONE);
        Budget second = budget(ONE);
        Future<Long> spent = spendAfterAWait(second, ONE);
        first.giveBack();
        assertEquals(ONE, spent.get());
        assertEquals(0, pool.waiting());
        assertEquals(ONE, pool.mostHeld());
    }

    /** Half of what each may need is there for both, but then none could end. */
    @Test
    void aProofGetsNothingThatAnotherOneNeedsToEnd() throws Exception {
        Budget first = budget(3000);
        first.spend(2000);
        Budget second = budget(3000);
        spendElsewhere(second, 1000);
        Future<Long> spent = spendAfterAWait(second, 1000); // which are free
        first.spend(1000);
        first.giveBack();
        assertEquals(2000, spent.get());
    }

    @Test
    void aProofThatBeginsDoesNotOvertakeOneThatWaits() throws Exception {
        Budget first = budget(ONE);
        first.spend(ONE);
        Budget large = budget(ONE);
        Future<Long> spent = spendAfterAWait(large, 2000);
        Budget small = budget(10);
        Future<Long> later = spendAfterAWait(small, 10); // though there are as many
        first.giveBack();
        assertEquals(2000, spent.get());
        assertEquals(10, later.get());
    }

    /** The inner one would wait for the outer one for ever. */
    @Test
    void aThreadHasOneProofAtATime() {
        Budget outer = budget(100);
        outer.spend(1);
        Budget inner = budget(100);
        AssertionError fault = assertThrows(AssertionError.class, () -> inner.spend(1));
        assertEquals("a proof within another one", fault.getMessage());
        outer.giveBack();
        inner.spend(1);
    }

    @Test
    void theDeadlineEndsAWait() throws Exception {
        spendElsewhere(budget(ONE), ONE);
        Budget late = new Budget(ONE, 0, () -> 1, pool);
        LimitExceededException stop =
                assertThrows(LimitExceededException.class, () -> late.spend(ONE));
        assertTrue(stop.getMessage().contains("time limit"));
        late.giveBack();
        assertEquals(0, pool.waiting());
        assertEquals(ONE, pool.held());
    }

    @Test
    void anInterruptEndsAWait() throws Exception {
        budget(ONE).spend(ONE);
        List<String> ends = new ArrayList<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                budget(ONE).spend(ONE);
                            } catch (LimitExceededException e) {
                                ends.add(e.getMessage());
                                ends.add("" + Thread.currentThread().isInterrupted());
                            }
                        });
        thread.start();
        while (pool.waiting() == 0) {
            Thread.sleep(1);
        }
        thread.interrupt();
        thread.join();
        assertEquals(List.of("the decision was cancelled", "true"), ends);
        assertEquals(0, pool.waiting());
    }

    @Test
    void oneWhoGivesUpLetsTheNextHaveItsTurn() throws Exception {
        Budget first = budget(ONE);
        first.spend(ONE);
        Future<Long> large = spendAfterAWait(budget(ONE), 2000);
        Future<Long> small = spendAfterAWait(budget(10), 10);
        large.cancel(true);
        assertEquals(10, small.get());
    }

    @Test
    void threadsThatKeepShareEvenly() {
        MonomialPool.Keeper first = pool.keeper();
        assertTrue(first.keep(KEPT));
        assertFalse(first.keep(KEPT + 1));
        assertEquals(0, pool.held()); // they are dropped
        assertTrue(first.keep(KEPT));
        MonomialPool.Keeper second = pool.keeper();
        assertFalse(second.keep(1)); // the first has all as yet
        assertFalse(first.keep(KEPT / 2 + 1));
        assertTrue(first.keep(KEPT / 2));
        assertTrue(second.keep(KEPT / 2));
        assertEquals(KEPT, pool.mostHeld());
        second.close();
        assertTrue(first.keep(KEPT));
        assertFalse(second.keep(0));
    }

    @Test
    void aGuestKeepsWhatOthersLeave() {
        MonomialPool.Keeper own = pool.keeper();
        own.keep(1000);
        try (MonomialPool.Keeper guest = pool.guest()) {
            assertFalse(guest.keep(KEPT - 999));
            assertTrue(guest.keep(KEPT - 1000));
            assertTrue(own.keep(1000)); // it counts as one
        }
        assertTrue(own.keep(KEPT));
    }

    @Test
    void aPoolWithoutALimitKeepsNobodyWaiting() {
        MonomialPool unlimited = new MonomialPool(Long.MAX_VALUE, Long.MAX_VALUE);
        for (int i = 0; i < 3; i++) {
            new Budget(Long.MAX_VALUE, Long.MAX_VALUE, unlimited).spend(Long.MAX_VALUE / 2);
        }
        assertEquals(0, unlimited.held());
        assertTrue(unlimited.keeper().keep(12_000_000));
    }

    /** Proofs of random sizes in many threads: all end, and never hold more than there is. */
    @Test
    void manyProofsInManyThreadsAllEnd() throws Exception {
        List<Future<Long>> ends = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int seed = i;
            Callable<Long> work = () -> prove(new Random(seed), 300);
            ends.add(threads.submit(work));
        }
        for (Future<Long> end : ends) {
            assertTrue(end.get() > 0);
        }
        assertEquals(0, pool.held());
        assertTrue(pool.mostHeld() <= ALL, "held " + pool.mostHeld());
        assertTrue(pool.mostHeld() > ONE, "held " + pool.mostHeld()); // several at a time
    }

    private long prove(Random random, int proofs) {
        long all = 0;
        try (MonomialPool.Keeper keeper = pool.keeper()) {
            for (int i = 0; i < proofs; i++) {
                long claim = 1L + random.nextInt((int) ONE);
                Budget budget = budget(claim);
                try {
                    while (budget.spent() < claim - 200) {
                        budget.spend(random.nextInt(200));
                        Thread.onSpinWait();
                    }
                    all += budget.spent();
                    keeper.keep(random.nextInt(1000));
                } finally {
                    budget.giveBack();
                }
            }
        }
        return all;
    }
}

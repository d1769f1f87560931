package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.PairChecker;
import io.heddle.decide.Decision;
import io.heddle.table.ShardRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Giants, which take minutes, among dwarfs. */
@Timeout(300) // for what never comes; no test compares times of its own work
class PairDecisionsTest {
    @RegisterExtension static final LocalSpark SPARK = new LocalSpark(2);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<DecidingPair> decided = new LinkedBlockingQueue<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Jobs jobs = new Jobs(SPARK.session());

    @AfterEach
    void stop() {
        SPARK.session().sparkContext().cancelAllJobs();
        threads.shutdownNow();
        jobs.close();
    }

    private PairDecisions decisions(int batchTerms) {
        return new PairDecisions(
                jobs,
                threads,
                batchTerms,
                Progress.NONE,
                decided::add,
                (pair, failure) -> failures.add(failure));
    }

    /** Takes pairs until so many are decided; each must be proved. */
    private Set<Integer> proved(int count) throws InterruptedException {
        Set<Integer> numbers = new TreeSet<>();
        while (numbers.size() < count) {
            DecidingPair pair = decided.take();
            assertNull(pair.failure());
            pair.decided().decisions().forEach(d -> assertInstanceOf(Decision.Proved.class, d));
            assertTrue(numbers.add(pair.number()), "twice: " + pair.number());
        }
        return numbers;
    }

    /** Sends pairs while the cores are held, so that they share a task. */
    private void sendTogether(PairDecisions decisions, List<DecidingPair> pairs)
            throws InterruptedException {
        HeldCores held = new HeldCores(SPARK.session());
        for (int i = 0; i < 4; i++) { // as many as may be out, so that the others wait together
            decisions.send(Products.dwarf(1000 + i));
        }
        pairs.forEach(decisions::send);
        held.release();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void dwarfsAreDecidedWhileAGiantIs(boolean isWhole) throws InterruptedException {
        PairDecisions decisions = decisions(1000);
        DecidingPair giant = Products.giant(0, isWhole, Products.NO_LIMIT);
        decisions.send(giant);
        for (int i = 1; i <= 300; i++) {
            decisions.send(Products.dwarf(i));
        }
        assertEquals(300, proved(300).size());
        assertFalse(giant.undecided().isEmpty());
        assertEquals(List.of(), failures);
    }

    @Test
    void dwarfsThatShareATaskWithAGiantAreDecidedWhileItIs() throws InterruptedException {
        PairDecisions decisions = decisions(100_000_000);
        List<DecidingPair> pairs = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            pairs.add(i == 10 ? Products.giant(i, true, Products.NO_LIMIT) : Products.dwarf(i));
        }
        sendTogether(decisions, pairs);
        Set<Integer> numbers = proved(103); // and the four before
        assertFalse(numbers.contains(10));
        assertFalse(pairs.get(10).undecided().isEmpty());
        assertEquals(List.of(), failures);
    }

    @Test
    void otherPairsGoOnWhenOneExceedsItsLimit() throws InterruptedException {
        PairDecisions decisions = decisions(100_000_000);
        List<DecidingPair> pairs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            pairs.add(i % 20 == 0 ? Products.giant(i, true, 3) : Products.dwarf(i));
        }
        sendTogether(decisions, pairs);
        for (int taken = 0; taken < 34; taken++) {
            DecidingPair pair = decided.take();
            assertNull(pair.failure());
            boolean isGiant = pair.number() < 1000 && pair.number() % 20 == 0;
            boolean isProved =
                    pair.decided().decisions().stream().allMatch(d -> d instanceof Decision.Proved);
            assertEquals(!isGiant, isProved, () -> "pair " + pair.number());
        }
        assertEquals(List.of(), failures);
    }

    @Test
    void aPairWhoseShardsHaveQuestionsOfTheirOwnIsDecided() throws InterruptedException {
        DecidingPair pair =
                Products.pair(Products.sliced(0, 256, 3, Products.NO_LIMIT), Products.NO_LIMIT);
        assertTrue(pair.isSliced());
        assertEquals(256, pair.conditions());
        decisions(1000).send(pair);
        assertEquals(1, proved(1).size());
        assertEquals(256, pair.decided().decisions().size());
        assertEquals(256, pair.rows().stream().mapToLong(r -> r.total()).sum());
        assertEquals(List.of(), failures);
    }

    @Test
    void timeInQueuesIsNotOfThePair() throws InterruptedException {
        HeldCores held = new HeldCores(SPARK.session());
        DecidingPair pair =
                Products.pair(Products.cut(0, 256, 3, Products.NO_LIMIT), Products.NO_LIMIT);
        assertTrue(pair.shards().size() > 1);
        long start = System.nanoTime();
        decisions(100).send(pair);
        held.awaitWaitingJob();
        long waits = System.nanoTime();
        // the queue time to be counted: any would do that is longer than the delays of a few
        // milliseconds that Spark has between two tasks and that are counted, too
        Thread.sleep(200);
        long waited = System.nanoTime() - waits;
        held.release();
        DecidingPair done = decided.take();
        long counted = done.waitedNanos();
        long wall = System.nanoTime() - start;
        assertTrue(counted >= waited, counted + " of " + waited + " ns");
        assertTrue(counted <= wall, counted + " of " + wall + " ns");
    }

    /**
     * The clock by which the tasks go is set forward, so that they do not see that time is over.
     */
    @Test
    void theTimeOfTasksThatAreCancelledIsOfThePair() throws InterruptedException {
        DecidingPair pair = // of a few shards, each of which takes 10 s or more
                Products.pair(Products.cut(0, 1024, 30, 10, 40_000), 10);
        pair.question().decider(Question.Prepared.NOTHING, -3_600_000_000_000L);
        Shard first = pair.shards().get(0);
        List<Decision> open = PairChecker.overTime(first.size(), pair.pair().limits());
        long start = System.nanoTime();
        pair.accept(new ShardResult(0, 0, open, null, 10_000_000, "elsewhere"), start);
        decisions(100).send(pair);
        DecidingPair done = decided.take();
        long wall = (System.nanoTime() - start) / 1_000_000 + 2; // milliseconds are rounded
        assertTrue(done.undecided().isEmpty());
        // they end 1.5 s after they were sent; Spark may take a part of that to start them
        long ended = done.rows().stream().mapToLong(ShardRow::micros).sum() / 1000;
        long cancelled = done.decided().millis() - ended;
        assertTrue(cancelled > wall / 4 && cancelled <= wall, cancelled + " of " + wall + " ms");
        assertEquals(List.of(), failures);
    }

    @Test
    void givingUpCountsTheTasksThatCameToNoResult() {
        DecidingPair pair = Products.pair(Products.cut(0, 256, 3, 600), 600);
        long start = System.nanoTime();
        pair.giveUp(start - 5_000_000_000L, start);
        assertEquals(5_000, pair.decided().millis());
        assertEquals(0, pair.waitedNanos());
    }
}

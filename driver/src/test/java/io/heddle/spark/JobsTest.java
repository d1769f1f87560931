package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.decide.Decision;
import io.heddle.decide.RangeDecider;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockUpdated;
import org.apache.spark.storage.BlockUpdatedInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JobsTest {
    @RegisterExtension
    static final LocalSpark SPARK =
            new LocalSpark(2).with("spark.cleaner.referenceTracking", "false");

    /** The decisions that were made in time. */
    private static List<Decision> decide(ShardCutter.Cut cut) {
        TreeMap<Integer, ShardResult> results = new TreeMap<>();
        try (Jobs jobs = new Jobs(SPARK.session())) {
            OptionalLong cancelled =
                    jobs.decide(
                            "a test",
                            cut.questions().get(0),
                            cut.shards(),
                            0,
                            nanos -> {},
                            some -> some.forEach(r -> results.put(r.number(), r)));
            assertTrue(cancelled.isPresent() || results.size() == cut.shards().size());
        }
        List<Decision> decisions = new ArrayList<>();
        results.values().forEach(r -> decisions.addAll(r.decisions()));
        return decisions;
    }

    private static boolean isProved(Decision d) {
        return d instanceof Decision.Proved;
    }

    /** It was half of the tasks that run at a time, read before an executor had come: one. */
    @Test
    void aDriverOfOtherProcessesSimulatesOnAllItsCores() {
        int nobodyHasCome = 2; // as Spark says then
        assertEquals(16, Jobs.driverThreads(false, nobodyHasCome, 16));
        assertEquals(8, Jobs.driverThreads(true, 16, 16)); // which it shares with its tasks
        assertEquals(1, Jobs.driverThreads(true, 1, 1));
    }

    @Test
    void shardsOfOneQuestionAreDecided() {
        ShardCutter.Cut cut = Products.cut(0, 256, 3, 600);
        assertEquals(4, cut.shards().size());
        List<Decision> decisions = decide(cut);
        assertEquals(256, decisions.size());
        decisions.forEach(d -> assertInstanceOf(Decision.Proved.class, d));
    }

    /** Waits until a question and its lemmas are dropped; Spark itself drops nothing here. */
    private static void awaitDropped(Runnable job) {
        Set<String> dropped = ConcurrentHashMap.newKeySet();
        CountDownLatch both = new CountDownLatch(2);
        SparkListener listener =
                new SparkListener() {
                    @Override
                    public void onBlockUpdated(SparkListenerBlockUpdated update) {
                        BlockUpdatedInfo info = update.blockUpdatedInfo();
                        boolean gone = !info.storageLevel().isValid();
                        String name = info.blockId().name().replaceAll("_piece.*", "");
                        if (gone && info.blockId().isBroadcast() && dropped.add(name)) {
                            both.countDown();
                        }
                    }
                };
        SPARK.session().sparkContext().addSparkListener(listener);
        try {
            job.run();
            assertTrue(both.await(1, TimeUnit.MINUTES), dropped::toString);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            SPARK.session().sparkContext().removeSparkListener(listener);
        }
    }

    @Test
    void broadcastsOfAPairEndWithIt() {
        awaitDropped(() -> decide(Products.cut(0, 256, 3, 600)));
    }

    @Test
    void broadcastsOfAPairThatFailsEndWithIt() {
        ShardCutter.Cut cut = Products.cut(0, 256, 3, 600);
        awaitDropped(
                () -> {
                    try (Jobs jobs = new Jobs(SPARK.session())) {
                        Consumer<List<ShardResult>> fails =
                                some -> {
                                    throw new IllegalStateException("lost");
                                };
                        assertThrows(
                                Exception.class,
                                () ->
                                        jobs.decide(
                                                "a test",
                                                cut.questions().get(0),
                                                cut.shards(),
                                                0,
                                                nanos -> {},
                                                fails));
                    }
                });
    }

    /** A session that ends under tasks takes their blocks away, which Spark logs as an error. */
    @Test
    void closingEndsTheTasksOfJobsThatRunAndOfThoseThatFailed() throws InterruptedException {
        RunningTasks tasks = new RunningTasks(SPARK.session().sparkContext());
        ShardCutter.Cut cut = Products.cut(0, 256, 30, Products.NO_LIMIT); // takes hours
        CountDownLatch ended = new CountDownLatch(1);
        Jobs jobs = new Jobs(SPARK.session());
        Thread caller =
                new Thread(
                        () -> {
                            assertThrows(
                                    Exception.class,
                                    () ->
                                            jobs.decide(
                                                    "a test",
                                                    cut.questions().get(0),
                                                    cut.shards(),
                                                    0,
                                                    nanos -> {},
                                                    some -> {}));
                            ended.countDown();
                        });
        caller.start();
        while (tasks.awaitNone(50)) {
            assertTrue(caller.isAlive());
        }
        jobs.close();
        assertTrue(tasks.awaitNone(2_000));
        assertTrue(ended.await(1, TimeUnit.MINUTES));
        assertTrue(jobs.stopped());
        tasks.close();
    }

    /** All shards are decided by one decider, whose deadline is set when it is made. */
    @Test
    void theTimeOfAPairIsThatOfAllItsShards() {
        ShardCutter.Cut cut = Products.cut(0, 256, 30, 3);
        assertTrue(cut.shards().size() > 1);
        RangeDecider first = cut.questions().get(0).decider(Question.Prepared.NOTHING, 0);
        List<Decision> decisions = decide(cut);
        assertFalse(decisions.size() == 256 && decisions.stream().allMatch(JobsTest::isProved));
        assertSame(first, cut.questions().get(0).decider(Question.Prepared.NOTHING, 0));
    }

    @Test
    void aJobWhoseTasksDoNotLookAtTheClockIsCancelled() {
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(SPARK.session().sparkContext());
        try (JobClock clock = new JobClock(SPARK.session().sparkContext())) {
            clock.allow("test", 300_000_000);
            context.setJobGroup("test", "sleeps", true);
            long start = System.nanoTime();
            Exception e = // a job that is not cancelled comes to its end
                    assertThrows(
                            SparkException.class,
                            () ->
                                    context.parallelize(List.of(1, 2))
                                            .foreach(i -> Thread.sleep(60_000)));
            assertTrue(e.getMessage().contains("cancelled"), e.getMessage());
            long end = System.nanoTime();
            long since = clock.finish("test").orElseThrow();
            assertTrue(since >= start && end - since >= 300_000_000, since + " of " + start);
            assertTrue(clock.finish("test").isEmpty());
        } finally {
            context.clearJobGroup();
        }
    }
}

package io.heddle.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.sql.SparkSession;

/** Holds all cores of a local Spark, so that jobs wait, until they are released. */
final class HeldCores {
    private static final Map<Integer, CountDownLatch> RUNNING = new ConcurrentHashMap<>();
    private static final Map<Integer, CountDownLatch> RELEASED = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final int number = NUMBERS.incrementAndGet();
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final Thread job;

    /** Returns when all cores are held. */
    HeldCores(SparkSession session) throws InterruptedException {
        int cores = session.sparkContext().defaultParallelism();
        RUNNING.put(number, new CountDownLatch(cores));
        RELEASED.put(number, new CountDownLatch(1));
        List<Integer> tasks = new ArrayList<>();
        for (int i = 0; i < cores; i++) {
            tasks.add(number);
        }
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        job = new Thread(() -> context.parallelize(tasks, cores).foreach(HeldCores::hold), "hold");
        job.start();
        RUNNING.get(number).await();
        session.sparkContext()
                .addSparkListener(
                        new SparkListener() {
                            @Override
                            public void onStageSubmitted(SparkListenerStageSubmitted stage) {
                                waiting.countDown();
                            }
                        });
    }

    private static void hold(int number) throws InterruptedException {
        RUNNING.get(number).countDown();
        RELEASED.get(number).await();
    }

    /** Returns when a stage of another job waits for a core. */
    void awaitWaitingJob() throws InterruptedException {
        waiting.await();
    }

    /** Lets the cores go. */
    void release() throws InterruptedException {
        RELEASED.get(number).countDown();
        job.join();
    }
}

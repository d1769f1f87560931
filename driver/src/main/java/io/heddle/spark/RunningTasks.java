package io.heddle.spark;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/**
 * Knows which tasks run. Those of a job that has failed or was cancelled may still run when its
 * caller goes on; a session that is stopped under them takes away the blocks that they hold, and
 * Spark logs an error for each.
 */
final class RunningTasks extends SparkListener implements AutoCloseable {
    private static final long POLL_MILLIS = 5;

    private final SparkContext context;
    private final Set<Long> running = ConcurrentHashMap.newKeySet(); // task ids

    RunningTasks(SparkContext context) {
        this.context = context;
        context.addSparkListener(this);
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
        running.add(start.taskInfo().taskId());
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        running.remove(end.taskInfo().taskId());
    }

    /** Waits until no task runs, but not longer than {@code millis}; true if none does. */
    boolean awaitNone(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        try {
            context.listenerBus().waitUntilEmpty(millis); // starts that are not told yet
            while (!running.isEmpty() && !context.isStopped() && System.nanoTime() < end) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            return false;
        }
        return running.isEmpty();
    }

    @Override
    public void close() {
        context.removeSparkListener(this);
    }
}

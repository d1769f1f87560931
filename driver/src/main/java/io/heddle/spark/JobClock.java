package io.heddle.spark;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/**
 * Cancels jobs that take too long, from the start of their first task. Tasks keep their pair's time
 * limit themselves; this is for those that do not come to look at the clock.
 */
final class JobClock extends SparkListener implements AutoCloseable {
    private static final String GROUP = "spark.jobGroup.id";

    private final SparkContext context;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    task -> {
                        Thread thread = new Thread(task, "heddle-clock");
                        thread.setDaemon(true);
                        return thread;
                    });
    private final Map<String, Long> waiting = new ConcurrentHashMap<>(); // nanoseconds by group
    private final Map<Integer, String> groups = new ConcurrentHashMap<>(); // by stage
    private final Map<String, Future<?>> alarms = new ConcurrentHashMap<>(); // by group
    private final Set<String> over = ConcurrentHashMap.newKeySet();

    JobClock(SparkContext context) {
        this.context = context;
        context.addSparkListener(this);
    }

    /** Jobs of {@code group} may take so long once a task of them runs. */
    void allow(String group, long nanos) {
        waiting.put(group, nanos);
    }

    /** True if jobs of {@code group} were cancelled; it is forgotten. */
    boolean finish(String group) {
        waiting.remove(group);
        groups.values().removeIf(group::equals);
        Future<?> alarm = alarms.remove(group);
        if (alarm != null) {
            alarm.cancel(false);
        }
        return over.remove(group);
    }

    @Override
    public void onJobStart(SparkListenerJobStart job) {
        String group = job.properties().getProperty(GROUP);
        if (group != null && waiting.containsKey(group)) {
            job.stageInfos().foreach(stage -> groups.put(stage.stageId(), group));
        }
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart task) {
        String group = groups.get(task.stageId());
        Long nanos = group == null ? null : waiting.remove(group);
        if (nanos != null && !timer.isShutdown()) {
            alarms.put(group, timer.schedule(() -> cancel(group), nanos, TimeUnit.NANOSECONDS));
        }
    }

    private void cancel(String group) {
        if (groups.containsValue(group)) {
            over.add(group);
            context.cancelJobGroup(group);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        context.removeSparkListener(this);
    }
}

package io.heddle.spark;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
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
    private final Map<Long, Begun> running = new ConcurrentHashMap<>(); // by task id
    private final Map<String, Long> over = new ConcurrentHashMap<>(); // since when, by group

    /** A task that runs: its group, and when it was begun on this process's clock. */
    private record Begun(String group, long nanos) {}

    JobClock(SparkContext context) {
        this.context = context;
        context.addSparkListener(this);
    }

    /** Jobs of {@code group} may take so long once a task of them runs. */
    void allow(String group, long nanos) {
        waiting.put(group, nanos);
    }

    /**
     * Forgets a group.
     *
     * @return empty unless its jobs were cancelled: since when the tasks had been running that were
     *     ended, by this process's nanosecond clock
     */
    OptionalLong finish(String group) {
        waiting.remove(group);
        groups.values().removeIf(group::equals);
        Future<?> alarm = alarms.remove(group);
        if (alarm != null) {
            alarm.cancel(false);
        }
        running.values().removeIf(task -> task.group().equals(group));
        Long since = over.remove(group);
        return since == null ? OptionalLong.empty() : OptionalLong.of(since);
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
        if (group == null) {
            return;
        }
        running.put(task.taskInfo().taskId(), new Begun(group, System.nanoTime()));
        Long nanos = waiting.remove(group);
        if (nanos != null && !timer.isShutdown()) {
            alarms.put(group, timer.schedule(() -> cancel(group), nanos, TimeUnit.NANOSECONDS));
        }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd task) {
        running.remove(task.taskInfo().taskId());
    }

    private void cancel(String group) {
        if (groups.containsValue(group)) {
            long now = System.nanoTime();
            long longest = 0;
            for (Begun task : running.values()) {
                if (task.group().equals(group)) {
                    longest = Math.max(longest, now - task.nanos());
                }
            }
            over.put(group, now - longest);
            context.cancelJobGroup(group);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        context.removeSparkListener(this);
    }
}

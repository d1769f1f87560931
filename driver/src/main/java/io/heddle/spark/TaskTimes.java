package io.heddle.spark;

import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Adds up the processor time of the tasks that have ended, whatever else the machine does. */
final class TaskTimes extends SparkListener {
    private final LongAdder nanos = new LongAdder();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics(); // null of a task that was lost
        if (metrics != null) {
            nanos.add(metrics.executorCpuTime() + metrics.executorDeserializeCpuTime());
        }
    }

    double millis() {
        return nanos.sum() / 1e6;
    }
}

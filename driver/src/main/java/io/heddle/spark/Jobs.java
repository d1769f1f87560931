package io.heddle.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import scala.Function2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;

/** Runs jobs and hands over the results of each task when it ends. */
final class Jobs {
    private final JavaSparkContext context;

    Jobs(SparkSession session) {
        this.context = JavaSparkContext.fromSparkContext(session.sparkContext());
    }

    /** How many tasks run at a time. */
    int parallelism() {
        return Math.max(1, context.defaultParallelism());
    }

    /** True if Spark has ended, and with it every job. */
    boolean stopped() {
        return context.sc().isStopped();
    }

    /**
     * Decides shards, one task for each list of them, and waits for all.
     *
     * @param description what the Spark UI shows
     * @param accept takes the results of one task; called by one thread at a time
     */
    void decide(String description, List<List<Shard>> tasks, Consumer<List<ShardResult>> accept) {
        run(description, tasks, (TaskFunction<Shard, ShardResult>) ShardDecider::decide, accept);
    }

    /** Answers whole pairs, one task for each list of them, and waits for all. */
    void answer(
            String description,
            List<List<SuiteTask>> tasks,
            Consumer<List<SuiteTask.Answer>> accept) {
        TaskFunction<SuiteTask, SuiteTask.Answer> function =
                pairs -> pairs.stream().map(SuiteTask::answer).collect(Collectors.toList());
        run(description, tasks, function, accept);
    }

    /** The function that a task applies to its input; it is sent to executors. */
    private interface TaskFunction<I, O> extends Function<List<I>, List<O>>, Serializable {}

    private <I, O> void run(
            String description,
            List<List<I>> tasks,
            TaskFunction<I, O> function,
            Consumer<List<O>> accept) {
        List<List<I>> input = new ArrayList<>();
        tasks.forEach(task -> input.add(new ArrayList<>(task)));
        JavaRDD<List<I>> rdd = context.parallelize(input, input.size());
        List<Object> partitions = new ArrayList<>();
        for (int i = 0; i < input.size(); i++) {
            partitions.add(i);
        }
        context.sc().setJobDescription(description);
        context.sc()
                .<List<I>, List<O>>runJob(
                        rdd.rdd(),
                        new Task<>(function),
                        CollectionConverters.asScala(partitions).toSeq(),
                        (partition, result) -> {
                            accept.accept(result);
                            return BoxedUnit.UNIT;
                        },
                        ClassTag.apply(List.class));
    }

    /** A task: all inputs of its partition. */
    private record Task<I, O>(TaskFunction<I, O> function)
            implements Function2<TaskContext, scala.collection.Iterator<List<I>>, List<O>>,
                    Serializable {
        @Override
        public List<O> apply(TaskContext context, scala.collection.Iterator<List<I>> partition) {
            List<O> results = new ArrayList<>();
            Iterator<List<I>> inputs = CollectionConverters.asJava(partition);
            while (inputs.hasNext()) {
                results.addAll(function.apply(inputs.next()));
            }
            return results;
        }
    }
}

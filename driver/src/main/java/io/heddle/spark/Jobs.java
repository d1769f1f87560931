package io.heddle.spark;

import io.heddle.check.Replayer;
import io.heddle.decide.Lemmas;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.apache.spark.JobExecutionStatus;
import org.apache.spark.SparkJobInfo;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import scala.Function2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;

/**
 * Runs jobs and hands over the results of each task when it ends. Closing it ends the jobs that are
 * left, and their tasks.
 */
final class Jobs implements AutoCloseable {
    private static final long UNLIMITED = Long.MAX_VALUE / 2; // nanoseconds

    /**
     * Jobs of both pools get cores in turn, so that a large pair does not keep small ones waiting.
     */
    private static final String ALONE = "alone";

    private static final String SHARED = "shared";

    private static final long MOST_SHARED = 3 * ShardDecider.LONG_ENOUGH; // it looks at the clock

    private static final long PATIENCE_MILLIS = 5_000; // with tasks that do not look at the clock

    private final JavaSparkContext context;
    private final JobClock clock;
    private final RunningTasks tasks;
    private final AtomicInteger groups = new AtomicInteger();
    private final Set<String> active = ConcurrentHashMap.newKeySet(); // groups whose jobs run
    private volatile boolean closed;

    Jobs(SparkSession session) {
        this.context = JavaSparkContext.fromSparkContext(session.sparkContext());
        this.clock = new JobClock(session.sparkContext());
        this.tasks = new RunningTasks(session.sparkContext());
    }

    /** How many tasks run at a time. */
    int parallelism() {
        try {
            return Math.max(1, context.defaultParallelism());
        } catch (IllegalStateException e) { // thrown once Spark has ended
            return 1; // the job that asks fails
        }
    }

    /** How many threads of the driver work beside that: its cores, or half of those they share. */
    int driverThreads() {
        int cores = Runtime.getRuntime().availableProcessors();
        return Math.max(1, context.sc().isLocal() ? parallelism() / 2 : cores);
    }

    /** True if Spark or the run has ended, and with it every job. */
    boolean stopped() {
        return closed || context.sc().isStopped();
    }

    /**
     * Decides shards of pairs in one task, with their questions, and waits. It may leave shards.
     *
     * @param description what the Spark UI shows
     * @param accept takes the results
     * @return as {@link JobClock#finish}: the job is cancelled if it takes longer than a pair's
     *     limit, or than the time of a task that pairs share
     */
    OptionalLong decide(
            String description, List<ShardDecider.Work> pairs, Consumer<List<ShardResult>> accept) {
        TaskFunction<ShardDecider.Work, ShardResult> function = ShardDecider::decide;
        long most =
                pairs.size() > 1
                        ? MOST_SHARED
                        : pairs.get(0).question().budget().nanosAtMost(pairs.get(0).spent());
        return within(
                most,
                group -> run(group, pool(pairs), description, List.of(pairs), function, accept));
    }

    /**
     * Decides shards of one pair, a task each, and waits. Its question goes to each executor once,
     * and so do its lemmas, which a first task proves.
     *
     * @param description what the Spark UI shows
     * @param spent nanoseconds that the decision of the pair has taken before
     * @param prepared takes the nanoseconds of the first task when it ends
     * @param accept takes the results of one task when it ends; called by one thread at a time
     * @return as {@link JobClock#finish}: the job is cancelled if it takes longer than the pair's
     *     limit
     */
    OptionalLong decide(
            String description,
            Question question,
            List<Shard> shards,
            long spent,
            LongConsumer prepared,
            Consumer<List<ShardResult>> accept) {
        Broadcast<Question> shared = context.broadcast(question);
        List<Broadcast<Lemmas>> proved = new ArrayList<>();
        try {
            return within(
                    question.budget().nanosAtMost(spent),
                    group ->
                            decide(
                                    group,
                                    description,
                                    shared,
                                    shards,
                                    spent,
                                    prepared,
                                    proved,
                                    accept));
        } finally {
            shared.destroy();
            proved.forEach(Broadcast::destroy);
        }
    }

    /**
     * Decides shards of one pair, each of which has a question of its own, which goes with its
     * task, and waits. Each task proves the lemmas that it needs.
     *
     * @param description what the Spark UI shows
     * @param slices one shard each
     * @param accept takes the results of one task when it ends; called by one thread at a time
     * @return as {@link JobClock#finish}: the job is cancelled if it takes longer than the pair's
     *     limit
     */
    OptionalLong decideSlices(
            String description,
            List<ShardDecider.Work> slices,
            Consumer<List<ShardResult>> accept) {
        Budget budget = slices.get(0).question().budget();
        long spent = slices.get(0).spent();
        Broadcast<SharedBudget> shared =
                context.broadcast(new SharedBudget(budget.nanosLeft(spent), budget.options()));
        TaskFunction<ShardDecider.Work, ShardResult> function =
                some -> ShardDecider.decideSlices(some, shared.value());
        try {
            return within(
                    budget.nanosAtMost(spent),
                    group ->
                            run(
                                    group,
                                    ALONE,
                                    description,
                                    slices.stream().map(List::of).toList(),
                                    function,
                                    accept));
        } finally {
            shared.destroy();
        }
    }

    private void decide(
            String group,
            String description,
            Broadcast<Question> shared,
            List<Shard> shards,
            long spent,
            LongConsumer done,
            List<Broadcast<Lemmas>> proved,
            Consumer<List<ShardResult>> accept) {
        TaskFunction<Long, Question.Prepared> prepare =
                times -> List.of(shared.value().prepare(times.get(0)));
        List<Question.Prepared> prepared = new ArrayList<>();
        run(
                group,
                ALONE,
                description + ": lemmas",
                List.of(List.of(spent)),
                prepare,
                prepared::addAll);
        done.accept(prepared.get(0).nanos());
        Broadcast<Lemmas> known = context.broadcast(prepared.get(0).lemmas());
        proved.add(known);
        long before = spent + prepared.get(0).nanos();
        TaskFunction<Shard, ShardResult> function =
                ranges ->
                        ranges.stream()
                                .map(
                                        shard ->
                                                ShardDecider.decide(
                                                        shared.value(),
                                                        shard,
                                                        known.value(),
                                                        before))
                                .collect(Collectors.toList());
        run(group, ALONE, description, shards.stream().map(List::of).toList(), function, accept);
    }

    /**
     * Runs jobs of a new group, which are cancelled after {@code nanos} of work.
     *
     * @return as {@link JobClock#finish}
     */
    private OptionalLong within(long nanos, Consumer<String> jobs) {
        String group = "heddle-" + groups.incrementAndGet();
        if (nanos < UNLIMITED) {
            clock.allow(group, nanos);
        }
        active.add(group);
        try {
            jobs.accept(group);
            clock.finish(group);
            return OptionalLong.empty();
        } catch (RuntimeException | Error e) {
            clock.finish(group);
            throw e;
        } catch (Exception e) { // Spark's, which it does not declare
            OptionalLong cancelled = clock.finish(group);
            if (cancelled.isPresent()) {
                return cancelled;
            }
            throw e;
        } finally {
            active.remove(group);
        }
    }

    /** Answers whole pairs in one task, which may leave some, and waits for it. */
    void answer(
            String description, List<SuiteTask> pairs, Consumer<List<SuiteTask.Answer>> accept) {
        TaskFunction<SuiteTask, SuiteTask.Answer> function =
                some -> SuiteTask.answer(some, ShardDecider.LONG_ENOUGH);
        within(
                UNLIMITED,
                group -> run(group, pool(pairs), description, List.of(pairs), function, accept));
    }

    private static String pool(List<?> pairs) {
        return pairs.size() == 1 ? ALONE : SHARED;
    }

    /** True if tasks run in other processes. */
    boolean isDistributed() {
        return !context.sc().isLocal();
    }

    /** Runs the kernels of a pair in a task, and waits. */
    Replayer.Result replay(ReplayTask task) {
        TaskFunction<ReplayTask, ReplayTask.Answer> function =
                tasks -> tasks.stream().map(ReplayTask::answer).collect(Collectors.toList());
        List<ReplayTask.Answer> answers = new ArrayList<>();
        String description = "replay " + VerifyRun.name(task.request().pair());
        List<List<ReplayTask>> one = List.of(List.of(task));
        long start = System.nanoTime();
        within(UNLIMITED, group -> run(group, SHARED, description, one, function, answers::addAll));
        long waited = System.nanoTime() - start - answers.get(0).nanos();
        return new Replayer.Result(answers.get(0).verdict(), Math.max(0, waited));
    }

    @Override
    public void close() {
        closed = true;
        if (!context.sc().isStopped()) {
            active.forEach(this::cancel);
            tasks.awaitNone(PATIENCE_MILLIS);
        }
        tasks.close();
        clock.close();
    }

    /** Cancels the jobs of a group that run; Spark warns of a group that has none. */
    private void cancel(String group) {
        for (int job : context.statusTracker().getJobIdsForGroup(group)) {
            SparkJobInfo info = context.statusTracker().getJobInfo(job);
            if (info != null && info.status() == JobExecutionStatus.RUNNING) {
                context.sc().cancelJob(job);
            }
        }
    }

    /** The function that a task applies to its input; it is sent to executors. */
    private interface TaskFunction<I, O> extends Function<List<I>, List<O>>, Serializable {}

    private <I, O> void run(
            String group,
            String pool,
            String description,
            List<List<I>> tasks,
            TaskFunction<I, O> function,
            Consumer<List<O>> accept) {
        if (closed) {
            throw new IllegalStateException("the run has ended");
        }
        List<Object> partitions = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            partitions.add(i);
        }
        try (LargeInputs<I> inputs = new LargeInputs<>(context, tasks)) {
            JavaRDD<List<I>> rdd = context.parallelize(inputs.small(), tasks.size());
            context.setJobGroup(group, description, true);
            context.setLocalProperty("spark.scheduler.pool", pool);
            context.sc()
                    .<List<I>, List<O>>runJob(
                            rdd.rdd(),
                            new Task<>(function, inputs.large()),
                            CollectionConverters.asScala(partitions).toSeq(),
                            (partition, result) -> {
                                accept.accept(result);
                                return BoxedUnit.UNIT;
                            },
                            ClassTag.apply(List.class));
        }
    }

    /** A task: all inputs of its partition. */
    private record Task<I, O>(TaskFunction<I, O> function, LargeInputs.Fetched<I> large)
            implements Function2<TaskContext, scala.collection.Iterator<List<I>>, List<O>>,
                    Serializable {
        @Override
        public List<O> apply(TaskContext context, scala.collection.Iterator<List<I>> partition) {
            List<O> results = new ArrayList<>();
            Iterator<List<I>> inputs = CollectionConverters.asJava(partition);
            while (inputs.hasNext()) {
                List<I> own = large.of(context.partitionId(), inputs.next());
                results.addAll(function.apply(own));
            }
            return results;
        }
    }
}

package io.heddle.spark;

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
import java.util.stream.IntStream;
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

    private static final int MANY_LEMMAS = 256; // that are worth tasks, which take time to start
    private static final int LEAST_LEMMAS = MANY_LEMMAS / 4; // of one task
    private static final int MOST_ROUNDS = 4; // of tasks that prove the lemmas of a pair

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

    /** How many threads of the driver may work at a time; in local mode they share with tasks. */
    int driverCores() {
        return context.sc().isLocal() ? parallelism() : Runtime.getRuntime().availableProcessors();
    }

    /** How many threads of the driver work beside that: its cores, or half of those they share. */
    int driverThreads() {
        return driverThreads(
                context.sc().isLocal(), parallelism(), Runtime.getRuntime().availableProcessors());
    }

    /** The same where so many tasks run at a time; in other processes none may have come yet. */
    static int driverThreads(boolean isLocal, int parallelism, int cores) {
        return Math.max(1, isLocal ? parallelism / 2 : cores);
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
     * and so do its lemmas, which are proved before.
     *
     * @param description what the Spark UI shows
     * @param spent nanoseconds that the decision of the pair has taken before
     * @param prepared takes the nanoseconds of each step before the shards when it ends
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
        List<Broadcast<Question.Prepared>> proved = new ArrayList<>();
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
            List<Broadcast<Question.Prepared>> proved,
            Consumer<List<ShardResult>> accept) {
        Question.Prepared prepared = prepare(group, description, shared, spent, done, proved);
        Broadcast<Question.Prepared> known = context.broadcast(prepared);
        proved.add(known);
        long before = spent + prepared.nanos();
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
     * Has the lemmas of a pair proved, if its shards will ask for them. A first task does that;
     * where they are many it leaves them open, and several tasks prove a part each. If one of them
     * does not hold, the first task goes on from there.
     *
     * @param done takes the nanoseconds of each step
     * @param sent takes what is to be destroyed at the end
     */
    private Question.Prepared prepare(
            String group,
            String description,
            Broadcast<Question> shared,
            long spent,
            LongConsumer done,
            List<Broadcast<Question.Prepared>> sent) {
        Question.Prepared known = Question.Prepared.NOTHING;
        int rounds = parallelism() > 1 ? MOST_ROUNDS : 0;
        for (long before = spent; ; before = spent + known.nanos()) {
            int many = rounds > 0 ? MANY_LEMMAS : Integer.MAX_VALUE;
            Question.Prepared made = first(group, description, shared, known, many, before);
            done.accept(made.nanos());
            known = made.later(known.nanos());
            int parts = Math.min(parallelism(), made.lemmas().open() / LEAST_LEMMAS);
            if (parts == 0) {
                return known;
            }
            Broadcast<Question.Prepared> proposed = context.broadcast(known);
            sent.add(proposed);
            List<Question.Tried> tried = parts(group, description, shared, proposed, parts, spent);
            long nanos = tried.stream().mapToLong(Question.Tried::nanos).max().orElse(0);
            done.accept(nanos);
            known = known.after(tried).later(nanos);
            boolean decided = tried.stream().allMatch(t -> t.part().isDecided());
            rounds = decided ? rounds - 1 : 0;
        }
    }

    private Question.Prepared first(
            String group,
            String description,
            Broadcast<Question> shared,
            Question.Prepared known,
            int many,
            long spent) {
        TaskFunction<Question.Prepared, Question.Prepared> function =
                before -> List.of(shared.value().prepare(before.get(0), many, spent));
        List<Question.Prepared> made = new ArrayList<>();
        List<List<Question.Prepared>> one = List.of(List.of(known));
        run(group, ALONE, description + ": lemmas", one, function, made::addAll);
        return made.get(0);
    }

    private List<Question.Tried> parts(
            String group,
            String description,
            Broadcast<Question> shared,
            Broadcast<Question.Prepared> proposed,
            int parts,
            long spent) {
        long before = spent + proposed.value().nanos();
        TaskFunction<Integer, Question.Tried> function =
                numbers ->
                        List.of(
                                shared.value()
                                        .prove(proposed.value(), numbers.get(0), parts, before));
        List<List<Integer>> numbers =
                IntStream.range(0, parts).boxed().map(List::of).collect(Collectors.toList());
        List<Question.Tried> tried = new ArrayList<>();
        String what = description + ": " + proposed.value().lemmas().open() + " lemmas";
        run(group, ALONE, what, numbers, function, tried::addAll);
        return tried;
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

    /**
     * Runs kernels in one task, and waits.
     *
     * @return as {@link ReplayTask#answer}
     */
    List<ReplayTask.Answer> replay(List<ReplayTask> requests) {
        TaskFunction<ReplayTask, ReplayTask.Answer> function =
                some -> ReplayTask.answer(some, ShardDecider.LONG_ENOUGH);
        List<ReplayTask.Answer> answers = new ArrayList<>();
        String first = VerifyRun.name(requests.get(0).request().pair());
        String description =
                requests.size() == 1
                        ? "replay " + first
                        : "replay " + requests.size() + " requests from " + first;
        List<List<ReplayTask>> one = List.of(requests);
        within(UNLIMITED, group -> run(group, SHARED, description, one, function, answers::addAll));
        return answers;
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

package io.heddle.spark;

import io.heddle.check.PairChecker;
import io.heddle.decide.Decision;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;

/** The work of a task: decides shards. */
final class ShardDecider {
    private ShardDecider() {}

    /** After this many nanoseconds a task leaves its remaining shards to later tasks. */
    static final long LONG_ENOUGH = 2_000_000_000L;

    /**
     * Shards of a pair whose question comes with them.
     *
     * @param question the pair's, or that of its only shard here
     * @param shards to decide
     * @param spent nanoseconds that the decision of the pair has taken before
     */
    record Work(Question question, List<Shard> shards, long spent) {
        /** Copies the list. */
        Work {
            shards = List.copyOf(shards);
        }
    }

    /**
     * Decides the shards of a task in order, at least one of a pair that has the task for itself,
     * and returns their results; the caller sends the others again. Once {@value #LONG_ENOUGH}
     * nanoseconds have passed none is begun, and one of a pair that shares the task is broken off,
     * so that no pair keeps another waiting. A failure of one shard does not affect the results of
     * others.
     */
    static List<ShardResult> decide(List<Work> pairs) {
        return decide(pairs, LONG_ENOUGH);
    }

    /** The same with another time for the task, in nanoseconds. */
    static List<ShardResult> decide(List<Work> pairs, long nanos) {
        long start = System.nanoTime();
        boolean shared = pairs.size() > 1;
        List<ShardResult> results = new ArrayList<>();
        for (Work pair : pairs) {
            for (Shard shard : pair.shards()) {
                long left = start + nanos - System.nanoTime();
                if (left <= 0 && (shared || !results.isEmpty())) {
                    return results;
                }
                if (shared) {
                    pair.question().breakOffAfter(left);
                }
                ShardResult result =
                        decide(pair.question(), shard, Question.Prepared.NOTHING, pair.spent());
                if (shared && System.nanoTime() - start >= nanos) {
                    return results; // it may have been broken off
                }
                results.add(result);
            }
        }
        return results;
    }

    /**
     * The same for shards of one pair that have questions of their own.
     *
     * @param budget what all tasks of the pair may spend in this process
     */
    static List<ShardResult> decideSlices(List<Work> slices, SharedBudget budget) {
        slices.forEach(slice -> slice.question().spendOf(budget));
        try {
            return decide(slices);
        } finally {
            slices.forEach(slice -> slice.question().forget());
        }
    }

    /**
     * Decides one shard.
     *
     * @param prepared the lemmas of the pair, where they have been proved
     * @param spent nanoseconds that the decision of the pair has taken before
     */
    static ShardResult decide(
            Question question, Shard shard, Question.Prepared prepared, long spent) {
        long start = System.nanoTime();
        List<Decision> decisions = List.of();
        String failure = null;
        try {
            decisions =
                    PairChecker.decide(
                            question.decider(prepared, spent),
                            shard.from() - question.first(),
                            shard.to() - question.first(),
                            question.budget().limits());
        } catch (OutOfMemoryError e) {
            decisions = undecided(shard, "out of memory in " + worker());
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            String tensor = question.conditions(shard).get(0).tensor();
            failure = "deciding " + tensor + " failed in " + worker() + ": " + e;
        }
        long micros = (System.nanoTime() - start) / 1000;
        return new ShardResult(
                question.pair(), shard.number(), decisions, failure, micros, worker());
    }

    private static List<Decision> undecided(Shard shard, String reason) {
        return Collections.nCopies(shard.size(), new Decision.Undecided(reason));
    }

    /** This executor and its host, as the {@code vcs} table names it. */
    static String worker() {
        if (TaskContext.get() == null) {
            return "driver";
        }
        return SparkEnv.get().executorId() + "@" + host();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost"; // a container without an entry for its own name
        }
    }
}

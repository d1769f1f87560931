package io.heddle.spark;

import io.heddle.check.PairChecker;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.term.TermStore;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;

/** The work of a task: decides its shards independently of each other. */
final class ShardDecider {
    private ShardDecider() {}

    /** After this many nanoseconds a task leaves its remaining shards to later tasks. */
    private static final long LONG_ENOUGH = 2_000_000_000L;

    /**
     * Decides the shards of a task in order until {@value #LONG_ENOUGH} nanoseconds have passed, at
     * least one, and returns their results; the caller sends the others again. A failure of one
     * shard does not affect the results of others.
     */
    static List<ShardResult> decide(List<Shard> shards) {
        long start = System.nanoTime();
        List<ShardResult> results = new ArrayList<>(shards.size());
        for (Shard shard : shards) {
            if (!results.isEmpty() && System.nanoTime() - start > LONG_ENOUGH) {
                break;
            }
            results.add(decide(shard));
        }
        return results;
    }

    private static ShardResult decide(Shard shard) {
        long start = System.nanoTime();
        List<Decision> decisions = List.of();
        String failure = null;
        try {
            TermStore store = shard.slice().toStore();
            List<VerificationCondition> conditions = shard.conditions(store);
            decisions =
                    PairChecker.decide(
                            store, conditions, shard.budget().start(), shard.budget().limits());
        } catch (OutOfMemoryError e) {
            decisions = undecided(shard, "out of memory in " + worker());
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            failure = "deciding " + shard.tensor() + " failed in " + worker() + ": " + e;
        }
        long micros = (System.nanoTime() - start) / 1000;
        return new ShardResult(shard.pair(), shard.number(), decisions, failure, micros, worker());
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

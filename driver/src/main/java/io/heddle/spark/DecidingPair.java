package io.heddle.spark;

import io.heddle.check.Simulated;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.suite.Pair;
import io.heddle.table.ShardRow;
import java.util.ArrayList;
import java.util.List;

/**
 * A pair whose shards are being decided. Results may come in any order and more than once
 * (speculation, a lost executor); the first of each shard counts. Thread-safe.
 */
final class DecidingPair {
    private final int number;
    private final Pair pair;
    private final Simulated simulated;
    private final List<Shard> shards;
    private final ShardResult[] results;
    private final long sent = System.nanoTime();
    private long jobNanos;
    private int missing;

    DecidingPair(int number, Pair pair, Simulated simulated, List<Shard> shards) {
        this.number = number;
        this.pair = pair;
        this.simulated = simulated;
        this.shards = List.copyOf(shards);
        this.results = new ShardResult[shards.size()];
        this.missing = shards.size();
    }

    int number() {
        return number;
    }

    Pair pair() {
        return pair;
    }

    Simulated simulated() {
        return simulated;
    }

    List<Shard> shards() {
        return shards;
    }

    /** Terms that its shards carry, terms in several shards counted in each. */
    long terms() {
        long terms = 0;
        for (Shard shard : shards) {
            terms += shard.slice().nodes();
        }
        return terms;
    }

    /** Takes a result; returns how many shards have one now. */
    synchronized int accept(ShardResult result) {
        if (results[result.number()] == null) {
            results[result.number()] = result;
            missing--;
        }
        return results.length - missing;
    }

    /** The first failure among the shards, or null. */
    synchronized String failure() {
        for (ShardResult result : results) {
            if (result == null) {
                return "a shard has no result";
            }
            if (result.failure() != null) {
                return result.failure();
            }
        }
        return null;
    }

    /** All decisions, in the order of the pair's conditions. */
    synchronized List<Decision> decisions() {
        List<Decision> decisions = new ArrayList<>(simulated.conditions().size());
        for (ShardResult result : results) {
            decisions.addAll(result.decisions());
        }
        return decisions;
    }

    /** The shards without a result. */
    synchronized List<Shard> undecided() {
        return shards.stream().filter(shard -> results[shard.number()] == null).toList();
    }

    /** Milliseconds that the tasks took, all together. */
    synchronized long millis() {
        long micros = 0;
        for (ShardResult result : results) {
            micros += result.micros();
        }
        return (micros + 500) / 1000;
    }

    /** Counts the time of a job in which this pair alone was decided. */
    synchronized void worked(long nanos) {
        jobNanos += nanos;
    }

    /** The nanoseconds since the pair was sent out, less the time in which it was decided. */
    synchronized long waitedNanos() {
        long worked = jobNanos > 0 ? jobNanos : millis() * 1_000_000;
        return Math.max(0, System.nanoTime() - sent - worked);
    }

    /** The shards as the {@code vcs} table keeps them. */
    synchronized List<ShardRow> rows() {
        List<ShardRow> rows = new ArrayList<>();
        int first = 0;
        for (Shard shard : shards) {
            List<VerificationCondition> conditions =
                    simulated.conditions().subList(first, first + shard.size());
            first += shard.size();
            ShardResult result = results[shard.number()];
            if (result != null) {
                rows.add(
                        ShardRows.of(
                                pair,
                                shard.number(),
                                conditions,
                                result.decisions(),
                                shard.slice().nodes(),
                                shard.slice().size(),
                                result.micros(),
                                result.worker()));
            }
        }
        return rows;
    }
}

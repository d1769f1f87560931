package io.heddle.spark;

import io.heddle.check.Decided;
import io.heddle.check.PairChecker;
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
    private final ShardCutter.Cut cut;
    private final ShardResult[] results;
    private final long preparedNanos;
    private final long sent = System.nanoTime();
    private final WorkedTime worked = new WorkedTime(); // on this process's clock
    private long lostNanos; // of tasks that came to no result
    private int missing;

    /**
     * @param preparedNanos what cutting it took, and reading its literals before
     */
    DecidingPair(Pair pair, Simulated simulated, ShardCutter.Cut cut, long preparedNanos) {
        this.cut = cut;
        this.preparedNanos = preparedNanos;
        this.number = cut.questions().get(0).pair();
        this.pair = pair;
        this.simulated = simulated;
        this.results = new ShardResult[cut.shards().size()];
        this.missing = results.length;
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
        return cut.shards();
    }

    /** True if each shard has a question of its own. */
    boolean isSliced() {
        return cut.isSliced();
    }

    /** The question of the pair, if all shards have one; else that of its first shard. */
    Question question() {
        return cut.questions().get(0);
    }

    /** What a task needs to decide some of the shards, if these have one question. */
    ShardDecider.Work work(List<Shard> some) {
        return new ShardDecider.Work(cut.question(some.get(0)), some, spentNanos());
    }

    /** How many conditions it has. */
    int conditions() {
        return cut.questions().stream().mapToInt(q -> q.conditions().size()).sum();
    }

    /** Terms that its conditions reach; those of several questions count in each. */
    long terms() {
        return cut.questions().stream().mapToLong(q -> q.slice().nodes()).sum();
    }

    /**
     * Takes a result; returns how many shards have one now.
     *
     * @param finished when the task was at its end, on this process's clock
     */
    synchronized int accept(ShardResult result, long finished) {
        worked(result.micros() * 1000, finished);
        return accept(result);
    }

    private int accept(ShardResult result) {
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
    synchronized Decided decided() {
        List<Decision> decisions = new ArrayList<>(conditions());
        for (ShardResult result : results) {
            decisions.addAll(result.decisions());
        }
        long millis = (preparedNanos + spentNanos() + 500_000) / 1_000_000;
        return new Decided(question().budget().options().recovery(), decisions, millis);
    }

    /** The shards without a result. */
    synchronized List<Shard> undecided() {
        return shards().stream().filter(shard -> results[shard.number()] == null).toList();
    }

    /** Counts the time of a task of this pair that has ended at {@code finished}. */
    synchronized void worked(long nanos, long finished) {
        worked.add(finished - nanos, finished);
    }

    /** Nanoseconds that its shards have taken so far. */
    synchronized long spentNanos() {
        long micros = 0;
        for (ShardResult result : results) {
            micros += result == null ? 0 : result.micros();
        }
        return micros * 1000 + lostNanos;
    }

    /**
     * Leaves the shards without a result undecided, since the pair's time is over.
     *
     * @param since when tasks had been at them, on this process's clock
     * @param until when these tasks were ended
     */
    synchronized void giveUp(long since, long until) {
        lostNanos += until - since;
        worked(until - since, until);
        for (Shard shard : undecided()) {
            List<Decision> open = PairChecker.overTime(shard.size(), pair.limits());
            accept(new ShardResult(number, shard.number(), open, null, 0, "driver"));
        }
    }

    /** The nanoseconds since the pair was sent out in which no task was at it. */
    synchronized long waitedNanos() {
        return Math.max(0, System.nanoTime() - sent - worked.nanos());
    }

    /** The shards as the {@code vcs} table keeps them. */
    synchronized List<ShardRow> rows() {
        List<ShardRow> rows = new ArrayList<>();
        for (Shard shard : shards()) {
            Question question = cut.question(shard);
            List<VerificationCondition> conditions = question.conditions(shard);
            double bytesATerm =
                    question.slice().size() / Math.max(1.0, (double) question.slice().nodes());
            ShardResult result = results[shard.number()];
            if (result != null) {
                rows.add(
                        ShardRows.of(
                                pair,
                                shard.number(),
                                conditions,
                                result.decisions(),
                                shard.terms(),
                                Math.round(shard.terms() * bytesATerm),
                                result.micros(),
                                result.worker()));
            }
        }
        return rows;
    }
}

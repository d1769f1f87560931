package io.heddle.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Has pairs decided on the executors: a job for each, small ones in a task together. A pair that
 * takes long does not keep those that share its task waiting: it is set aside and gets a job of its
 * own. Thread-safe.
 */
final class PairDecisions {
    private final Jobs jobs;
    private final ExecutorService threads;
    private final int batchTerms;
    private final Progress progress;
    private final Consumer<DecidingPair> decided;
    private final BiConsumer<DecidingPair, Throwable> failed;
    private final Batcher batcher;

    /**
     * @param threads wait for the jobs and call the functions
     * @param batchTerms terms of the small pairs that share a task, about
     * @param progress to show
     * @param decided takes each pair when all its shards have results
     * @param failed takes a pair of which a job is lost
     */
    PairDecisions(
            Jobs jobs,
            ExecutorService threads,
            int batchTerms,
            Progress progress,
            Consumer<DecidingPair> decided,
            BiConsumer<DecidingPair, Throwable> failed) {
        this.jobs = jobs;
        this.threads = threads;
        this.batchTerms = batchTerms;
        this.progress = progress;
        this.decided = decided;
        this.failed = failed;
        this.batcher = new Batcher(batchTerms, () -> 2 * jobs.parallelism(), this::submitBatch);
    }

    /** Has a pair decided; does not wait. */
    void send(DecidingPair pair) {
        if (pair.terms() <= batchTerms) {
            batcher.add(pair);
        } else {
            sendAlone(pair);
        }
    }

    private void sendAlone(DecidingPair pair) {
        execute(() -> decide(List.of(pair)));
    }

    private void execute(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            return; // the run is over
        }
    }

    private void submitBatch(List<DecidingPair> batch) {
        execute(
                () -> {
                    try {
                        decide(batch);
                    } finally {
                        batcher.done();
                    }
                });
    }

    /**
     * Decides one pair with one task per shard, or some small ones in one task, which may leave
     * shards: the pair that it was at is sent alone, the others go back to the batcher.
     */
    private void decide(List<DecidingPair> pairs) {
        DecidingPair first = pairs.get(0);
        List<Shard> left = first.undecided();
        String description = description(pairs);
        try {
            OptionalLong cancelled;
            if (first.isSliced()) {
                List<ShardDecider.Work> slices =
                        left.stream().map(shard -> first.work(List.of(shard))).toList();
                cancelled =
                        jobs.decideSlices(description, slices, results -> accept(pairs, results));
            } else if (pairs.size() == 1 && left.size() > 1) {
                cancelled =
                        jobs.decide(
                                description,
                                first.question(),
                                left,
                                first.spentNanos(),
                                nanos -> first.worked(nanos, System.nanoTime()),
                                results -> accept(pairs, results));
            } else {
                List<ShardDecider.Work> work =
                        pairs.stream().map(p -> p.work(p.undecided())).toList();
                cancelled = jobs.decide(description, work, results -> accept(pairs, results));
            }
            if (cancelled.isPresent() && pairs.size() == 1) {
                first.giveUp(cancelled.getAsLong(), System.nanoTime());
            }
        } catch (Throwable e) {
            if (pairs.size() > 1) {
                pairs.forEach(this::sendAlone); // find out which one it is
            } else {
                failed.accept(first, e);
            }
            return;
        }
        boolean shared = pairs.size() > 1;
        for (DecidingPair pair : pairs) {
            if (pair.undecided().isEmpty()) {
                decided.accept(pair);
            } else if (shared) {
                sendAlone(pair); // tasks take pairs in order: it was at this one
                shared = false;
            } else {
                batcher.add(pair);
            }
        }
    }

    private static String description(List<DecidingPair> pairs) {
        DecidingPair first = pairs.get(0);
        if (pairs.size() > 1) {
            return "decide " + pairs.size() + " pairs from " + VerifyRun.name(first.pair());
        }
        return String.format(
                "decide %s: %d conditions over %,d terms%s",
                VerifyRun.name(first.pair()),
                first.conditions(),
                first.terms(),
                first.isSliced() ? ", in slices" : "");
    }

    /** Takes the results of a task that has just ended; it was at them one after the other. */
    private void accept(List<DecidingPair> pairs, List<ShardResult> results) {
        Map<Integer, DecidingPair> byNumber = new HashMap<>();
        pairs.forEach(pair -> byNumber.put(pair.number(), pair));
        long finished = System.nanoTime();
        for (int i = results.size() - 1; i >= 0; i--) {
            ShardResult result = results.get(i);
            DecidingPair pair = byNumber.get(result.pair());
            int decidedShards = pair.accept(result, finished);
            finished -= result.micros() * 1000;
            if (pair.shards().size() > 1) {
                progress.shards(VerifyRun.name(pair.pair()), decidedShards, pair.shards().size());
            }
        }
    }
}

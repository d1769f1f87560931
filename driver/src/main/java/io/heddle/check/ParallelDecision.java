package io.heddle.check;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.RangeDecider;
import io.heddle.decide.WorkThreads;
import io.heddle.suite.Limits;
import io.heddle.term.StoreInvariants;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Decides the conditions of one pair on all processors of this process. Each gets a run of
 * neighbours, since neighbouring outputs share most of their forms. Lemmas serve all of them, and
 * many lemmas are proved by all processors.
 */
final class ParallelDecision {
    private static final int LEAST_RUN = 64;
    private static final long STACK_BYTES = 64L << 20;

    private ParallelDecision() {}

    /** A thread for each processor. */
    static WorkThreads threads() {
        return threads(Runtime.getRuntime().availableProcessors());
    }

    private static WorkThreads threads(int processors) {
        return new WorkThreads(processors, task -> new Thread(null, task, "decide", STACK_BYTES));
    }

    /** The decisions, in the order of the conditions. */
    static List<Decision> decide(
            TermStore store,
            List<VerificationCondition> conditions,
            DecideOptions options,
            Limits limits) {
        int processors = Runtime.getRuntime().availableProcessors();
        return decide(store, conditions, options, limits, processors);
    }

    /** The same with at most so many threads at work. */
    static List<Decision> decide(
            TermStore store,
            List<VerificationCondition> conditions,
            DecideOptions options,
            Limits limits,
            int processors) {
        assert StoreInvariants.violation(store).isEmpty() : StoreInvariants.violation(store);
        int size = conditions.size();
        WorkThreads threads = threads(processors);
        int runs = Math.min(processors, size / LEAST_RUN);
        RangeDecider decider = new RangeDecider(store, options, conditions);
        decider.proveLemmasBy(threads);
        if (runs < 2) {
            return PairChecker.decide(decider, 0, size, limits);
        }
        ExecutorService pool = Executors.newFixedThreadPool(runs, threads.factory());
        try {
            List<Future<List<Decision>>> parts = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                int from = (int) ((long) size * i / runs);
                int to = (int) ((long) size * (i + 1) / runs);
                parts.add(pool.submit(() -> PairChecker.decide(decider, from, to, limits)));
            }
            List<Decision> decisions = new ArrayList<>();
            for (Future<List<Decision>> part : parts) {
                decisions.addAll(result(part));
            }
            return decisions;
        } finally {
            pool.shutdownNow();
        }
    }

    private static List<Decision> result(Future<List<Decision>> part) {
        try {
            return part.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while deciding", e);
        }
    }
}

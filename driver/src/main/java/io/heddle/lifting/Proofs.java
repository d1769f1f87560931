package io.heddle.lifting;

import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Compares a formula with its kernel at several sizes at once, each in a thread of its own. */
final class Proofs {
    private static final long STACK_BYTES = 64L << 20;

    private Proofs() {}

    /** The reports in their order, up to the first that is not EQUIVALENT. */
    static List<PairReport> of(List<Supplier<PairReport>> comparisons) {
        if (comparisons.size() == 1) {
            return List.of(comparisons.get(0).get());
        }
        ExecutorService pool = Executors.newFixedThreadPool(comparisons.size(), Proofs::thread);
        try {
            List<Future<PairReport>> reports = new ArrayList<>();
            comparisons.forEach(c -> reports.add(pool.submit(c::get)));
            List<PairReport> proofs = new ArrayList<>();
            for (Future<PairReport> report : reports) {
                proofs.add(result(report));
                if (proofs.get(proofs.size() - 1).verdict() != Verdict.EQUIVALENT) {
                    break;
                }
            }
            return proofs;
        } finally {
            pool.shutdownNow();
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "prove", STACK_BYTES);
        thread.setDaemon(true); // one that nobody waits for does not keep the program
        return thread;
    }

    private static PairReport result(Future<PairReport> report) {
        try {
            return report.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            } else if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}

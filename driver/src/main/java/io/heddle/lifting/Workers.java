package io.heddle.lifting;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Threads for what is done at several sizes at once; with one size, for nothing. */
final class Workers implements AutoCloseable {
    private static final long STACK_BYTES = 64L << 20;

    private final ExecutorService pool;

    /**
     * @param sizes how many threads there are
     */
    Workers(int sizes) {
        pool = sizes == 1 ? null : Executors.newFixedThreadPool(sizes, Workers::thread);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "lift", STACK_BYTES);
        thread.setDaemon(true); // one that nobody waits for does not keep the program
        return thread;
    }

    /** Begins a task, and gives what waits for its result; with one size, what does it. */
    <T> Supplier<T> started(Supplier<T> task) {
        if (pool == null) {
            T result = task.get();
            return () -> result;
        }
        Future<T> future = pool.submit(task::get);
        return () -> result(future);
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
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

    @Override
    public void close() {
        if (pool != null) {
            pool.shutdownNow();
        }
    }
}

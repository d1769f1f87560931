package io.heddle.spark;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Lets a run end in order when the process is asked to end (SIGINT, SIGTERM): the virtual machine
 * waits until the run has written what it has, and only then stops Spark. Its exit status is that
 * of the signal. Where the run has not begun, Spark is stopped under what prepares it, and nobody
 * is told of the failures that this causes.
 */
final class Interruption implements AutoCloseable {
    private static final int BEFORE_SPARK = 100; // Spark's own hook has 40
    private static final long PATIENCE_SECONDS = 120;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Runnable hook = this::interrupt;
    private final Runnable early;
    private Runnable stop;
    private boolean asked;

    /**
     * @param early what to do if the process is asked to end before the run has begun
     */
    Interruption(Runnable early) {
        this.early = early;
        ShutdownHookManager.get()
                .addShutdownHook(hook, BEFORE_SPARK, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Does what comes to a run. If it fails once the process has been asked to end before the run
     * had begun, this waits for that end and does not return.
     */
    <T> T during(Callable<T> what) throws Exception {
        try {
            return what.call();
        } catch (Throwable e) {
            awaitEarlyEnd();
            throw e;
        }
    }

    /**
     * The run begins; {@code how} stops it and does not wait. If the process has been asked to end
     * before, this waits for that end and does not return.
     */
    void stopBy(Runnable how) {
        synchronized (this) {
            if (!asked) {
                stop = how;
            }
        }
        awaitEarlyEnd();
    }

    /** Waits for the end of the process if it has been asked to end before the run has begun. */
    private void awaitEarlyEnd() {
        synchronized (this) {
            if (!asked || stop != null) {
                return;
            }
        }
        while (true) {
            LockSupport.park();
        }
    }

    /** True if the process has been asked to end. */
    synchronized boolean asked() {
        return asked;
    }

    /** The process is asked to end. */
    void interrupt() {
        Runnable how;
        synchronized (this) {
            asked = true;
            how = stop;
        }
        if (how == null) {
            early.run();
            return;
        }
        how.run();
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // patience is over
        }
    }

    /** The run has written and said all that it has to. */
    @Override
    public void close() {
        over.countDown();
        if (!asked()) {
            ShutdownHookManager.get().removeShutdownHook(hook);
        }
    }
}

package io.heddle.spark;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Lets a run end in order when the process is asked to end (SIGINT, SIGTERM): the virtual machine
 * waits until the run has written what it has, and only then stops Spark. Its exit status is that
 * of the signal.
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

    /** The run has begun; {@code how} stops it and does not wait. */
    synchronized void stopBy(Runnable how) {
        stop = how;
        if (asked) {
            how.run();
        }
    }

    /** True if the process has been asked to end. */
    synchronized boolean asked() {
        return asked;
    }

    private void interrupt() {
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

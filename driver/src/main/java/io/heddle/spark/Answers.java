package io.heddle.spark;

import io.heddle.report.PairReport;
import io.heddle.table.PairRows;
import io.heddle.table.TableWriter;
import io.heddle.table.UnwritableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Answers on their way from the threads that find them to the tables. What cannot be written is
 * kept and tried again.
 */
final class Answers {
    private static final long POLL_MILLIS = 1_000; // so that what is here is written in time

    private final Deque<PairRows> queue = new ArrayDeque<>(); // guarded by this object
    private boolean stopped;
    private boolean closed; // nobody takes any more
    private final TableWriter tables;
    private final Progress progress;
    private final long interval;
    private final List<PairRows> unwritten = new ArrayList<>();
    private String failure;

    /**
     * @param tables to write to
     * @param progress to note trouble on
     * @param flushSeconds the longest time between writes
     */
    Answers(TableWriter tables, Progress progress, int flushSeconds) {
        this.tables = tables;
        this.progress = progress;
        this.interval = TimeUnit.SECONDS.toNanos(flushSeconds);
    }

    /**
     * Adds an answer; by any thread.
     *
     * @return false if it is too late: nobody takes it
     */
    synchronized boolean put(PairRows rows) {
        if (!closed) {
            queue.add(rows);
            notifyAll();
        }
        return !closed;
    }

    /** Has the collecting thread take what is here then, and end; by any thread. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Has answers of earlier runs written with the next ones; by the collecting thread. */
    void reuse(List<PairRows> rows) {
        unwritten.addAll(rows);
    }

    /**
     * Takes {@code count} answers, or those that come until it is stopped, writes them to the
     * tables and hands them to {@code accept}.
     *
     * @return how many it has taken
     */
    int collect(int count, Consumer<PairReport> accept) throws InterruptedException {
        int taken = 0;
        long lastWrite = System.nanoTime();
        while (taken < count && !isOver()) {
            PairRows rows = poll();
            if (rows != null) {
                taken++;
                unwritten.add(rows);
                accept.accept(rows.report());
            }
            if (System.nanoTime() - lastWrite > interval) {
                write();
                lastWrite = System.nanoTime();
            }
        }
        write();
        return taken;
    }

    /** True if it is stopped and nothing is left to take; from then on nothing comes. */
    private synchronized boolean isOver() {
        closed = stopped && queue.isEmpty();
        return closed;
    }

    /** The next answer, or null if none comes for a second. */
    private synchronized PairRows poll() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS);
        while (queue.isEmpty() && !stopped && System.nanoTime() < end) {
            wait(POLL_MILLIS);
        }
        return queue.poll();
    }

    private void write() {
        if (unwritten.isEmpty()) {
            return;
        }
        try {
            tables.append(unwritten);
            unwritten.clear();
            failure = null;
        } catch (UnwritableException e) {
            if (failure == null) {
                progress.note("the tables cannot be written at present: " + e.getMessage());
            }
            failure = e.getMessage();
        }
    }

    /** How many answers could not be written. */
    int unwritten() {
        return unwritten.size();
    }

    /** Why they could not, or null. */
    String failure() {
        return failure;
    }
}

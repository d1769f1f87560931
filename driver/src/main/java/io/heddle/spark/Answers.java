package io.heddle.spark;

import io.heddle.report.PairReport;
import io.heddle.table.PairRows;
import io.heddle.table.TableWriter;
import io.heddle.table.UnwritableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Answers on their way from the threads that find them to the tables. What cannot be written is
 * kept and tried again.
 */
final class Answers {
    private final BlockingQueue<Optional<PairRows>> queue = new LinkedBlockingQueue<>();
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

    /** Adds an answer; by any thread. */
    void put(PairRows rows) {
        queue.add(Optional.of(rows));
    }

    /** No answer after those that are here counts; by any thread. */
    void stop() {
        queue.add(Optional.empty());
    }

    /** Has answers of earlier runs written with the next ones; by the collecting thread. */
    void reuse(List<PairRows> rows) {
        unwritten.addAll(rows);
    }

    /**
     * Takes {@code count} answers, writes them to the tables and hands them to {@code accept}.
     *
     * @return how many came before {@link #stop}
     */
    int collect(int count, Consumer<PairReport> accept) throws InterruptedException {
        int taken = 0;
        long lastWrite = System.nanoTime();
        while (taken < count) {
            Optional<PairRows> rows = queue.poll(1, TimeUnit.SECONDS);
            if (rows != null && rows.isEmpty()) {
                break;
            }
            if (rows != null) {
                taken++;
                unwritten.add(rows.get());
                accept.accept(rows.get().report());
            }
            if (System.nanoTime() - lastWrite > interval) {
                write();
                lastWrite = System.nanoTime();
            }
        }
        write();
        return taken;
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

package io.heddle.spark;

import io.heddle.suite.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/**
 * Deals the pairs of a run out to tasks that simulate and decide them. How many tasks are out at a
 * time, and how many pairs share one, follows what the executors offer when a task goes out: most
 * of them come after the run has begun, and some go. Thread-safe.
 */
final class SuiteTasks {
    /** Pairs of one task; more would wait for each other while executors that come later idle. */
    private static final int MOST_PAIRS = 16;

    private static final int OUT_A_CORE = 2; // so that a core finds its next task waiting
    private static final int LEFT_A_CORE = 4; // tasks into which what is left is divided
    private static final long POLL_MILLIS = 50; // executors that come say nothing

    private final List<Pair> pairs;
    private final Map<String, String> texts;
    private final IntSupplier parallelism;
    private int next;
    private int out;

    /**
     * @param texts the PTX of all pairs, by path; each task gets what its pairs need
     * @param parallelism how many tasks run at a time; asked whenever one goes out
     */
    SuiteTasks(List<Pair> pairs, Map<String, String> texts, IntSupplier parallelism) {
        this.pairs = List.copyOf(pairs);
        this.texts = texts;
        this.parallelism = parallelism;
    }

    /**
     * Waits until the executors can take one more task.
     *
     * @return its pairs, neighbours in the run; empty if none is left
     */
    synchronized List<SuiteTask> take() throws InterruptedException {
        List<SuiteTask> task = poll();
        while (task.isEmpty() && next < pairs.size()) {
            wait(POLL_MILLIS);
            task = poll();
        }
        return task;
    }

    /** The same without waiting: empty as well if the executors have enough. */
    synchronized List<SuiteTask> poll() {
        int cores = parallelism.getAsInt();
        List<SuiteTask> task = new ArrayList<>();
        if (out >= OUT_A_CORE * cores || next == pairs.size()) {
            return task;
        }
        int share = (pairs.size() - next) / (LEFT_A_CORE * cores);
        int count = Math.max(1, Math.min(MOST_PAIRS, share));
        for (int i = 0; i < count; i++) {
            task.add(task(next++));
        }
        out++;
        return task;
    }

    /** A task that was taken has ended. */
    synchronized void done() {
        out--;
        notifyAll();
    }

    private SuiteTask task(int number) {
        Pair pair = pairs.get(number);
        Map<String, String> own = new TreeMap<>();
        pair.files().forEach(file -> own.put(file, texts.get(file)));
        return new SuiteTask(number, pair, own);
    }
}

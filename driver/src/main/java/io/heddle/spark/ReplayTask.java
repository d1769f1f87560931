package io.heddle.spark;

import io.heddle.check.KernelFiles;
import io.heddle.check.ReplayRequest;
import io.heddle.replay.RunOutcome;
import io.heddle.suite.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The concrete runs of a pair, to be done in a task.
 *
 * @param request what to run
 * @param texts PTX by path
 */
record ReplayTask(ReplayRequest request, Map<String, String> texts) {
    /** Thread instructions of one run for which it has a task of its own. */
    private static final long WORTH_A_TASK = 100_000;

    /** Keeps the paths in order. */
    ReplayTask {
        texts = new TreeMap<>(texts);
    }

    /**
     * The task for a request.
     *
     * @param files through which the pair was parsed
     * @return empty if the files are no longer what was parsed
     */
    static Optional<ReplayTask> of(ReplayRequest request, KernelFiles files) {
        Pair pair = request.pair();
        Map<String, String> texts = new TreeMap<>();
        for (String file : pair.files()) {
            Optional<String> text = files.text(file);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            texts.put(file, text.get());
        }
        return Optional.of(new ReplayTask(request, texts));
    }

    /**
     * The result of the task.
     *
     * @param verdict what the runs came to
     * @param nanos that they took
     */
    record Answer(RunOutcome verdict, long nanos) {}

    /** True if several share a task while the executors are busy. */
    boolean isBrief() {
        return request.instructions() < WORTH_A_TASK;
    }

    /**
     * Runs the kernels of requests, one after the other. Several have {@code nanos} together: none
     * is begun after them, and the one that is run then is broken off, so that it does not keep the
     * others waiting. Each file is parsed once.
     *
     * @param tasks of one run, so that a file has one text
     * @return an answer to each of the first requests, or to the only one
     */
    static List<Answer> answer(List<ReplayTask> tasks, long nanos) {
        boolean shared = tasks.size() > 1;
        long start = System.nanoTime();
        Map<String, String> texts = new TreeMap<>();
        tasks.forEach(task -> texts.putAll(task.texts()));
        KernelFiles files = KernelFiles.of(texts);
        List<Answer> answers = new ArrayList<>();
        for (ReplayTask task : tasks) {
            long began = System.nanoTime();
            long left = start + nanos - began;
            if (shared && left <= 0) {
                break;
            }
            // a replay leaves out inputs for want of time once half of it has passed
            ReplayRequest request = shared ? task.request().within(2 * left) : task.request();
            RunOutcome verdict = request.run(files);
            long ended = System.nanoTime();
            if (shared && ended - start >= nanos) {
                break; // it may have been broken off
            }
            answers.add(new Answer(verdict, ended - began));
        }
        return answers;
    }
}

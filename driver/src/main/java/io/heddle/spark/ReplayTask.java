package io.heddle.spark;

import io.heddle.check.KernelFiles;
import io.heddle.check.ReplayRequest;
import io.heddle.replay.RunOutcome;
import io.heddle.suite.Pair;
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
    /** Thread instructions of one run below which sending it costs more than doing it. */
    private static final long WORTH_A_TASK = 100_000;

    /** Keeps the paths in order. */
    ReplayTask {
        texts = new TreeMap<>(texts);
    }

    /**
     * The task for a request.
     *
     * @param files through which the pair was parsed
     * @return empty if it is brief, or if the files are no longer what was parsed
     */
    static Optional<ReplayTask> of(ReplayRequest request, KernelFiles files) {
        if (request.instructions() < WORTH_A_TASK) {
            return Optional.empty();
        }
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

    /** Runs the kernels. */
    Answer answer() {
        long start = System.nanoTime();
        RunOutcome verdict = request.run(KernelFiles.of(texts));
        return new Answer(verdict, System.nanoTime() - start);
    }
}

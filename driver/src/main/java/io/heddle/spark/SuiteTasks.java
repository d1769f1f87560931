package io.heddle.spark;

import io.heddle.suite.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Distributes the pairs of a run over tasks that simulate and decide them. */
final class SuiteTasks {
    /** Pairs of one task; more would wait for each other while executors that come later idle. */
    private static final int MOST_PAIRS = 16;

    private SuiteTasks() {}

    /**
     * Tasks of neighbouring pairs, about {@code count} of them, and more if those would be large.
     *
     * @param texts the PTX of all pairs, by path; each task gets what its pairs need
     */
    static List<List<SuiteTask>> of(List<Pair> pairs, Map<String, String> texts, int count) {
        int size = Math.max(1, Math.min(MOST_PAIRS, pairs.size() / count));
        List<List<SuiteTask>> tasks = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            if (i % size == 0) {
                tasks.add(new ArrayList<>());
            }
            Pair pair = pairs.get(i);
            Map<String, String> own = new TreeMap<>();
            own.put(pair.reference().ptx(), texts.get(pair.reference().ptx()));
            if (!pair.isSingle()) {
                own.put(pair.candidate().ptx(), texts.get(pair.candidate().ptx()));
            }
            tasks.get(tasks.size() - 1).add(new SuiteTask(i, pair, own));
        }
        return tasks;
    }
}

package io.heddle.spark;

import io.heddle.condition.VerificationCondition;
import io.heddle.term.TermSlicer;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the conditions of a pair into shards of about equal numbers of terms, each within one output
 * tensor.
 *
 * <p>Terms that outputs share are in the shard of each, and are worked on there: the variance of a
 * layer norm is a part of all its outputs. So a shard goes on until at least half of its terms are
 * in no earlier shard, and all shards of a tensor together carry at most twice what they reach.
 */
final class ShardCutter {
    /** A slice takes about this many bytes a term on the wire; chains of sums take less. */
    private static final int BYTES_A_TERM = 8;

    /** A shard with fewer terms than this is not worth a task of its own. */
    private static final int WORTH_A_TASK = 25_000;

    private final int pair;
    private final Budget budget;
    private final int maxTerms;
    private final TermSlicer slicer;
    private final List<Shard> shards = new ArrayList<>();

    private ShardCutter(int pair, TermStore store, Budget budget, int maxTerms) {
        this.pair = pair;
        this.budget = budget;
        this.maxTerms = maxTerms;
        this.slicer = new TermSlicer(store);
    }

    /**
     * The shards of {@code conditions}, in their order.
     *
     * @param pair number of the pair in the run
     * @param store terms of the conditions
     * @param parallelism how many tasks run at a time
     */
    static List<Shard> cut(
            int pair,
            TermStore store,
            List<VerificationCondition> conditions,
            Budget budget,
            Settings settings,
            int parallelism) {
        long fair = Math.max(WORTH_A_TASK, store.size() / (2L * parallelism));
        long most = Math.min(settings.shardTerms(), settings.shardBytes() / BYTES_A_TERM);
        ShardCutter cutter = new ShardCutter(pair, store, budget, (int) Math.min(fair, most));
        int first = 0;
        for (int i = 0; i < conditions.size(); i++) {
            VerificationCondition condition = conditions.get(i);
            if (i > first
                    && (cutter.isFull()
                            || !condition.tensor().equals(conditions.get(first).tensor()))) {
                cutter.cut(conditions.subList(first, i));
                first = i;
            }
            cutter.slicer.add(condition.reference());
            cutter.slicer.add(condition.candidate());
        }
        if (first < conditions.size()) {
            cutter.cut(conditions.subList(first, conditions.size()));
        }
        return cutter.shards;
    }

    private boolean isFull() {
        return slicer.count() >= maxTerms && 2L * slicer.fresh() >= slicer.count();
    }

    private void cut(List<VerificationCondition> conditions) {
        int[] roots = new int[2 * conditions.size()];
        long[] indices = new long[conditions.size()];
        for (int i = 0; i < indices.length; i++) {
            VerificationCondition condition = conditions.get(i);
            indices[i] = condition.index();
            roots[2 * i] = condition.reference();
            roots[2 * i + 1] = condition.candidate();
        }
        shards.add(
                new Shard(
                        pair,
                        shards.size(),
                        conditions.get(0).tensor(),
                        indices,
                        slicer.cut(roots),
                        budget));
    }
}

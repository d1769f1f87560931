package io.heddle.spark;

import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Recoveries;
import io.heddle.term.TermSlicer;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the conditions of a pair into shards of about equal work, each within one output tensor.
 *
 * <p>The terms of a pair are sent to an executor once, whatever the shards, and what outputs share
 * is worked on once. So the work of a condition is what it adds: its terms that no earlier one
 * reaches, and as much for every condition alike.
 *
 * <p>Where shards hardly share terms, each has a question of its own: then an executor gets the
 * terms of the shards that it decides, and no others.
 */
final class ShardCutter {
    /** A shard is worth a task of its own with so many terms of its own, or conditions. */
    private static final int WORTH_A_TASK = 25_000;

    private static final int CONDITIONS_WORTH_A_TASK = 64;
    private static final int SHARDS_A_CORE = 2;

    /** Questions of shards have so many times the terms of the pair together, at most. */
    private static final double MOST_COPIES = 1.25;

    private static final long MOST_BYTES = 32L << 20; // of a task

    private final List<VerificationCondition> conditions;
    private final int[] reached; // terms after each condition
    private final List<Shard> shards = new ArrayList<>();

    private ShardCutter(List<VerificationCondition> conditions, int[] reached) {
        this.conditions = conditions;
        this.reached = reached;
    }

    /**
     * The shards of a pair, and what goes to executors with them.
     *
     * @param questions one for all shards, or one for each
     */
    record Cut(List<Question> questions, List<Shard> shards) {
        /** Copies the lists. */
        Cut {
            questions = List.copyOf(questions);
            shards = List.copyOf(shards);
        }

        /** True if each shard has a question of its own. */
        boolean isSliced() {
            return questions.size() > 1;
        }

        /** The question to which a shard belongs. */
        Question question(Shard shard) {
            return questions.get(isSliced() ? shard.number() : 0);
        }
    }

    /**
     * Cuts {@code conditions}, in their order.
     *
     * @param pair number of the pair in the run
     * @param store terms of the conditions
     * @param parallelism how many tasks run at a time
     * @param distributed whether they run in other processes
     */
    static Cut cut(
            int pair,
            TermStore store,
            List<VerificationCondition> conditions,
            Budget budget,
            Settings settings,
            int parallelism,
            boolean distributed) {
        TermSlicer slicer = new TermSlicer(store);
        int[] reached = new int[conditions.size()];
        for (int i = 0; i < reached.length; i++) {
            slicer.add(conditions.get(i).reference());
            slicer.add(conditions.get(i).candidate());
            reached[i] = slicer.count();
        }
        ShardCutter cutter = new ShardCutter(conditions, reached);
        cutter.cut(cutter.shards(settings, parallelism));
        int terms = reached[reached.length - 1];
        List<Question> slices = List.of();
        if (distributed
                && cutter.shards.size() > 1
                && terms > settings.batchTerms()
                && store.assumedRanges().isEmpty()) { // which hold for all conditions
            long most = (long) (MOST_COPIES * terms);
            slices = slices(pair, store, conditions, cutter.shards, budget, most);
        }
        return new Cut(
                slices.isEmpty()
                        ? List.of(Question.of(pair, store, conditions, slicer, budget))
                        : slices,
                cutter.shards);
    }

    /** A question for each shard; empty if they have more terms than {@code most} together. */
    static List<Question> slices(
            int pair,
            TermStore store,
            List<VerificationCondition> conditions,
            List<Shard> shards,
            Budget budget,
            long most) {
        Recoveries recoveries = Recoveries.of(store, conditions, budget.options());
        TermSlicer slicer = new TermSlicer(store);
        List<Question> slices = new ArrayList<>();
        long terms = 0;
        for (Shard shard : shards) {
            List<VerificationCondition> own = conditions.subList(shard.from(), shard.to());
            for (VerificationCondition c : own) {
                slicer.add(c.reference());
                slicer.add(c.candidate());
            }
            terms += slicer.count();
            if (terms > most) {
                return List.of();
            }
            Question slice = Question.ofShard(pair, shard.from(), own, slicer, budget, recoveries);
            if (slice.slice().size() > MOST_BYTES) {
                return List.of();
            }
            slices.add(slice);
        }
        return slices;
    }

    /** Into how many shards to cut: enough for all cores, if they are worth it. */
    private long shards(Settings settings, int parallelism) {
        long terms = reached[reached.length - 1];
        long worth = Math.max(terms / WORTH_A_TASK, conditions.size() / CONDITIONS_WORTH_A_TASK);
        long fair = Math.min(worth, (long) SHARDS_A_CORE * parallelism);
        return Math.max(1, Math.max(fair, terms / settings.shardTerms()));
    }

    private void cut(long count) {
        long each = Math.max(1, reached[reached.length - 1] / conditions.size());
        double fair = work(conditions.size(), each) / (double) count;
        int first = 0;
        for (int i = 1; i < conditions.size(); i++) {
            boolean full = work(i, each) - work(first, each) >= fair;
            if (full || !conditions.get(i).tensor().equals(conditions.get(first).tensor())) {
                add(first, i);
                first = i;
            }
        }
        add(first, conditions.size());
    }

    /** The work of all conditions before one. */
    private long work(int condition, long each) {
        return terms(condition) + each * condition;
    }

    private int terms(int condition) {
        return condition == 0 ? 0 : reached[condition - 1];
    }

    private void add(int from, int to) {
        shards.add(new Shard(shards.size(), from, to, terms(to) - terms(from)));
    }
}

package io.heddle.spark;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.term.ElementType;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/** Questions that take as long as one likes: products of sums in two orders. */
final class Products {
    static final double NO_LIMIT = 1e6; // seconds

    /** So many conditions of 30 factors take minutes. */
    static final int GIANT = 20_000;

    private Products() {}

    /**
     * Products of sums, to be multiplied out: 2^factors monomials on each side.
     *
     * @param pair number of the pair in the run
     * @param count of conditions
     * @param seconds of the pair's limit
     */
    static ShardCutter.Cut cut(int pair, int count, int factors, double seconds) {
        return cut(pair, count, factors, seconds, 1000);
    }

    /** The same cut into shards of about so many terms. */
    static ShardCutter.Cut cut(int pair, int count, int factors, double seconds, int shardTerms) {
        return cut(pair, count, factors, seconds, shardTerms, false);
    }

    /** The same for tasks in other processes: the products share no terms. */
    static ShardCutter.Cut sliced(int pair, int count, int factors, double seconds) {
        return cut(pair, count, factors, seconds, 1000, true);
    }

    private static ShardCutter.Cut cut(
            int pair, int count, int factors, double seconds, int shardTerms, boolean distributed) {
        TermStore store = new TermStore();
        int x = store.declare(new Symbol("x", ElementType.F32, List.of(count, 2 * factors)));
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int up = store.one();
            int down = store.one();
            for (int k = 0; k < factors; k++) {
                up = store.mul(up, sum(store, x, i, k, factors));
                down = store.mul(down, sum(store, x, i, factors - 1 - k, factors));
            }
            int half = store.mul(sum(store, x, i, 0, factors), sum(store, x, i, 1, factors));
            conditions.add(
                    new VerificationCondition("y", i, up, store.add(store.sub(down, half), half)));
        }
        DecideOptions options =
                new DecideOptions(
                        false, System.nanoTime() + (long) (seconds * 1e9), Long.MAX_VALUE, 4096, 1);
        Budget budget = Budget.of(options, new Limits(seconds, 1L << 30));
        Settings settings = new Settings("local[2]", 4, 1_000_000, shardTerms, 1000, 1);
        return ShardCutter.cut(
                pair,
                store,
                conditions,
                budget,
                settings,
                shardTerms > 1_000_000 ? 0 : 2,
                distributed);
    }

    private static int sum(TermStore store, int x, int row, int k, int factors) {
        return store.add(
                store.element(x, 2L * factors * row + 2L * k),
                store.element(x, 2L * factors * row + 2L * k + 1));
    }

    /** A pair whose kernels have been simulated, of one brief condition. */
    static DecidingPair dwarf(int number) {
        return pair(cut(number, 1, 3, NO_LIMIT), NO_LIMIT);
    }

    /** A pair whose kernels have been simulated. */
    static DecidingPair pair(ShardCutter.Cut cut, double seconds) {
        String name = "p" + cut.questions().get(0).pair();
        Limits limits = new Limits(seconds, 1L << 30);
        Pair pair = new Pair("test", name, null, null, List.of(), null, limits, false, false);
        return new DecidingPair(pair, null, cut, 0);
    }

    /** A pair that takes minutes, in one shard or in thousands. */
    static DecidingPair giant(int number, boolean isWhole, double seconds) {
        int shardTerms = isWhole ? Integer.MAX_VALUE : 1000;
        return pair(cut(number, GIANT, 30, seconds, shardTerms), seconds);
    }
}

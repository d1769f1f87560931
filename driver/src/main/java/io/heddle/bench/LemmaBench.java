package io.heddle.bench;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Lemmas;
import io.heddle.decide.RangeDecider;
import io.heddle.decide.WorkThreads;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * The time in which the lemmas of one pair are proved: a row times a matrix, divided by its
 * deviation, the sums in two orders. Each product is a lemma, and so are the mean and the variance
 * above them.
 */
final class LemmaBench {
    private static final int DEPTH = 32; // of a product
    private static final int TRIES = 3;
    private static final long STACK_BYTES = 64L << 20;

    private final TermStore store = new TermStore();
    private final int width;
    private final List<VerificationCondition> conditions;

    /**
     * @param width of the row
     */
    LemmaBench(int width) {
        this.width = width;
        int x = store.declare(new Symbol("x", ElementType.F32, List.of(DEPTH)));
        int w = store.declare(new Symbol("w", ElementType.F32, List.of(DEPTH, width)));
        int[] up = new int[width];
        int[] down = new int[width];
        for (int j = 0; j < width; j++) {
            up[j] = store.zero();
            down[j] = store.zero();
            for (int k = 0; k < DEPTH; k++) {
                int other = DEPTH - 1 - k;
                up[j] = store.fma(store.element(x, k), at(w, k, j), up[j]);
                down[j] = store.fma(store.element(x, other), at(w, other, j), down[j]);
            }
        }
        int first = store.div(up[0], deviation(up, false));
        int second = store.div(down[0], deviation(down, true));
        conditions = List.of(new VerificationCondition("y", 0, first, second));
    }

    private int at(int matrix, int row, int column) {
        return store.element(matrix, (long) row * width + column);
    }

    private int deviation(int[] row, boolean descending) {
        int sum = store.zero();
        for (int j = 0; j < width; j++) {
            sum = store.add(sum, row[descending ? width - 1 - j : j]);
        }
        int mean = store.mul(sum, store.rational(Rational.of(1, width)));
        int squares = store.rational(Rational.of(1, 1000));
        for (int t : row) {
            int d = store.sub(t, mean);
            squares = store.fma(d, d, squares);
        }
        return store.sqrt(squares);
    }

    /**
     * What was measured, the best of some tries.
     *
     * @param lemmas how many there are
     * @param seconds that finding and proving them takes
     */
    record Times(int lemmas, double seconds) {}

    /** Has them proved by so many threads. */
    Times measure(int threads) {
        int lemmas = 0;
        double best = Double.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            RangeDecider decider = new RangeDecider(store, DecideOptions.defaults(), conditions);
            decider.proveLemmasBy(
                    new WorkThreads(
                            threads, task -> new Thread(null, task, "lemmas", STACK_BYTES)));
            long start = System.nanoTime();
            lemmas = decider.lemmas(Lemmas.asked(), Integer.MAX_VALUE).size();
            best = Math.min(best, (System.nanoTime() - start) / 1e9);
        }
        return new Times(lemmas, best);
    }
}

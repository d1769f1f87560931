package io.heddle.decide;

import io.heddle.condition.VerificationCondition;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/** A row times a matrix, divided by its deviation, in two orders: proofs that ask for lemmas. */
final class ProjectedNorms {
    static final int N = 12;

    private ProjectedNorms() {}

    /** So many conditions; the last one does not hold. */
    static List<VerificationCondition> of(Terms terms, int outputs) {
        TermStore store = terms.store;
        int[] x = terms.vector("x", N);
        int[][] w = terms.matrix("w", N, N);
        int[] up = new int[N];
        int[] down = new int[N];
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) {
                up[j] = k == 0 ? store.mul(x[0], w[0][j]) : store.fma(x[k], w[k][j], up[j]);
                int i = N - 1 - k;
                down[j] = k == 0 ? store.mul(x[i], w[i][j]) : store.fma(x[i], w[i][j], down[j]);
            }
        }
        int first = deviation(terms, up, terms.sum(up));
        int second = deviation(terms, down, terms.tree(down, 0, N));
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < outputs; i++) {
            int other = i == outputs - 1 ? down[0] : down[i % N];
            conditions.add(
                    new VerificationCondition(
                            "y", i, store.div(up[i % N], first), store.div(other, second)));
        }
        return conditions;
    }

    private static int deviation(Terms terms, int[] row, int sum) {
        TermStore store = terms.store;
        int mean = store.mul(sum, terms.number(1, N));
        int squares = store.zero();
        for (int t : row) {
            int d = store.sub(t, mean);
            squares = store.fma(d, d, squares);
        }
        return store.sqrt(store.add(squares, terms.number(1, 1000)));
    }
}

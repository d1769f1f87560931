package io.heddle.decide;

import io.heddle.term.TermStore;

/** DAGs as the kernels of the datasets build them. */
final class Kernels {
    private final Terms terms;
    private final TermStore store;

    Kernels(Terms terms) {
        this.terms = terms;
        this.store = terms.store;
    }

    /** s[j] = scale · Σ_d q[d]·k[j][d], as a chain of fma. */
    int[] scores(int[] q, int[][] k, int scale) {
        int[] s = new int[k.length];
        for (int j = 0; j < s.length; j++) {
            int sum = store.zero();
            for (int d = 0; d < q.length; d++) {
                sum = store.fma(q[d], k[j][d], sum);
            }
            s[j] = store.mul(sum, scale);
        }
        return s;
    }

    /** One row of attention: all columns of Σ_j softmax(s)_j v[j]; maximum first. */
    int[] attentionNaive(int[] s, int[][] v) {
        int m = terms.max(s);
        int l = store.zero();
        int[] p = new int[s.length];
        for (int j = 0; j < s.length; j++) {
            p[j] = terms.exp(store.sub(s[j], m));
            l = store.add(l, p[j]);
        }
        int[] out = new int[v[0].length];
        for (int d = 0; d < out.length; d++) {
            int sum = store.zero();
            for (int j = 0; j < s.length; j++) {
                sum = store.fma(store.div(p[j], l), v[j][d], sum);
            }
            out[d] = sum;
        }
        return out;
    }

    /**
     * One row of attention in tiles of {@code tile} keys with a running maximum; exponentials are
     * 2^(s − m) of scores that already hold log2 e where base2.
     */
    int[] attentionOnline(int[] s, int[][] v, int tile, boolean base2, boolean rescale) {
        int m = store.negInf();
        int l = store.zero();
        int[] acc = new int[v[0].length];
        java.util.Arrays.fill(acc, store.zero());
        for (int from = 0; from < s.length; from += tile) {
            int to = Math.min(from + tile, s.length);
            int next = m;
            for (int j = from; j < to; j++) {
                next = store.max(next, s[j]);
            }
            int alpha = exp(store.sub(m, next), base2);
            if (rescale) {
                l = store.mul(l, alpha);
            }
            for (int d = 0; d < acc.length; d++) {
                acc[d] = store.mul(acc[d], alpha);
            }
            for (int j = from; j < to; j++) {
                int p = exp(store.sub(s[j], next), base2);
                l = store.add(l, p);
                for (int d = 0; d < acc.length; d++) {
                    acc[d] = store.fma(p, v[j][d], acc[d]);
                }
            }
            m = next;
        }
        for (int d = 0; d < acc.length; d++) {
            acc[d] = store.div(acc[d], l);
        }
        return acc;
    }

    private int exp(int t, boolean base2) {
        return base2 ? store.exp2(t) : terms.exp(t);
    }
}

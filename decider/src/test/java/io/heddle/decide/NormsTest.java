package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.TermStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Layer norm two-pass, by E[x²] − μ² and by Welford; RMS norm. */
class NormsTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    private record Moments(int mean, int variance) {}

    private Moments twoPass(int[] x) {
        int n = x.length;
        int mean = store.mul(terms.sum(x), terms.number(1, n));
        int sum = store.zero();
        for (int t : x) {
            int d = store.sub(t, mean);
            sum = store.fma(d, d, sum);
        }
        return new Moments(mean, store.mul(sum, terms.number(1, n)));
    }

    private Moments raw(int[] x) {
        int n = x.length;
        int sum = store.zero();
        int squares = store.zero();
        for (int i = n - 1; i >= 0; i--) {
            sum = store.add(sum, x[i]);
            squares = store.fma(x[i], x[i], squares);
        }
        int mean = store.mul(sum, terms.number(1, n));
        int variance = store.sub(store.mul(squares, terms.number(1, n)), store.mul(mean, mean));
        return new Moments(mean, variance);
    }

    private Moments welford(int[] x) {
        int mean = store.zero();
        int m2 = store.zero();
        for (int i = 0; i < x.length; i++) {
            int delta = store.sub(x[i], mean);
            mean = store.fma(delta, terms.number(1, i + 1), mean);
            m2 = store.fma(delta, store.sub(x[i], mean), m2);
        }
        return new Moments(mean, store.mul(m2, terms.number(1, x.length)));
    }

    private int output(int x, Moments m, int gamma, int beta) {
        int centred = store.sub(x, m.mean());
        int root = store.sqrt(store.add(m.variance(), terms.number(1, 100_000)));
        return store.fma(store.div(centred, root), gamma, beta);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 17, 64, 256, 1024})
    void layerNormsAgree(int n) {
        int[] x = terms.vector("x", n);
        int gamma = terms.scalar("gamma");
        int beta = terms.scalar("beta");
        int i = n / 2;
        int reference = output(x[i], twoPass(x), gamma, beta);
        assertInstanceOf(
                Decision.Proved.class, terms.decide(reference, output(x[i], raw(x), gamma, beta)));
        assertInstanceOf(
                Decision.Proved.class,
                terms.decide(reference, output(x[i], welford(x), gamma, beta)));
        Moments swapped =
                new Moments(raw(x).mean(), store.mul(raw(x).variance(), terms.number(n, n + 1)));
        assertFalse(terms.proves(reference, output(x[i], swapped, gamma, beta)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 64, 1024})
    void rmsNormsAgree(int n) {
        int[] x = terms.vector("x", n);
        int[] squares = new int[n];
        int chain = store.zero();
        for (int i = 0; i < n; i++) {
            squares[i] = store.mul(x[i], x[i]);
            chain = store.fma(x[i], x[i], chain);
        }
        int eps = terms.number(1, 1_000_000);
        int w = terms.scalar("w");
        int scale = terms.number(1, n);
        int a = store.sqrt(store.fma(chain, scale, eps));
        int b = store.sqrt(store.fma(terms.tree(squares, 0, n), scale, eps));
        int reference = store.mul(store.div(x[0], a), w);
        int rsqrt = store.mul(store.mul(x[0], w), store.div(store.one(), b));
        assertTrue(terms.proves(reference, rsqrt));
        int otherEps = store.sqrt(store.fma(chain, scale, terms.number(1, 100_000)));
        assertFalse(terms.proves(reference, store.mul(store.div(x[0], otherEps), w)));
    }
}

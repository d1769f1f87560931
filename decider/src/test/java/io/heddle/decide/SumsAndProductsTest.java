package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.TermStore;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums in any order and association, matrix products in any tiling, split reductions, scans. */
class SumsAndProductsTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 128, 20_000})
    void sumsAgreeInEveryOrder(int n) {
        int[] x = terms.vector("x", n);
        int[] reversed = x.clone();
        for (int i = 0; i < n; i++) {
            reversed[i] = x[n - 1 - i];
        }
        int ordered = terms.sum(x);
        assertTrue(terms.proves(ordered, terms.sum(reversed)));
        assertTrue(terms.proves(ordered, terms.tree(x, 0, n)));
        assertFalse(terms.proves(ordered, terms.sum(Arrays.copyOf(reversed, n - 1))));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 32, 100})
    void aSplitReductionIsTheWholeOne(int n) {
        int[] x = terms.vector("x", n);
        int[] partial = new int[4];
        Arrays.fill(partial, store.zero());
        for (int i = 0; i < n; i++) {
            partial[i % 4] = store.fma(x[i], x[i], partial[i % 4]);
        }
        int whole = store.zero();
        int skewed = store.zero();
        for (int i = 0; i < n; i++) {
            whole = store.fma(x[i], x[i], whole);
            skewed = store.fma(x[i], x[(i + 1) % n], skewed);
        }
        assertTrue(terms.proves(whole, terms.tree(partial, 0, 4)));
        assertFalse(terms.proves(skewed, terms.tree(partial, 0, 4)));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 16, 513})
    void matrixProductsAgreeInEveryTilingWithAlphaAndBeta(int n) {
        int[][] a = terms.matrix("A", 1, n);
        int[][] b = terms.matrix("B", n, 1);
        int c = terms.matrix("C", 1, 1)[0][0];
        int alpha = terms.scalar("alpha");
        int beta = terms.scalar("beta");
        int direct = store.zero();
        for (int k = 0; k < n; k++) {
            direct = store.fma(a[0][k], b[k][0], direct);
        }
        direct = store.add(store.mul(alpha, direct), store.mul(beta, c));
        int tiled = store.mul(beta, c);
        for (int from = 0; from < n; from += 8) {
            int tile = store.zero();
            for (int k = Math.min(from + 8, n) - 1; k >= from; k--) {
                tile = store.fma(b[k][0], a[0][k], tile);
            }
            tiled = store.fma(alpha, tile, tiled);
        }
        assertTrue(terms.proves(direct, tiled));
        int swapped = store.add(store.mul(beta, direct), store.mul(alpha, c));
        assertFalse(terms.proves(direct, swapped));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void scansAgreeElementByElement(int n) {
        int[] x = terms.vector("x", n);
        int[] kogge = x.clone();
        for (int d = 1; d < n; d *= 2) {
            int[] next = kogge.clone();
            for (int i = d; i < n; i++) {
                next[i] = store.add(kogge[i], kogge[i - d]);
            }
            kogge = next;
        }
        int running = store.zero();
        for (int i = 0; i < n; i++) {
            int exclusive = running;
            running = store.add(running, x[i]);
            assertTrue(terms.proves(running, kogge[i]));
            assertFalse(terms.proves(exclusive, kogge[i]));
        }
    }

    @Test
    void aDoublingChainCostsNoMoreThanItsLength() {
        int t = terms.scalar("x");
        for (int i = 0; i < 200; i++) {
            t = store.add(t, t);
        }
        int scaled =
                store.mul(
                        terms.scalar("x"), store.rational(io.heddle.term.Rational.powerOfTwo(200)));
        assertTrue(terms.proves(t, scaled));
    }

    @Test
    void aDeepChainNeedsNoStack() {
        int n = 100_000;
        int a = terms.scalar("a");
        int[] x = terms.vector("x", n);
        int up = store.zero();
        for (int i = 0; i < n; i++) {
            up = store.fma(a, x[i], up);
        }
        assertTrue(terms.proves(up, store.mul(a, terms.sum(x))));
    }
}

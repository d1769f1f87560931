package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.NamedConstant;
import io.heddle.term.TermStore;
import org.junit.jupiter.api.Test;

/** Winograd and Strassen against the direct forms, an FFT of 8 against the DFT. */
class TransformsTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    @Test
    void winogradIsTheDirectConvolution() {
        int[] d = terms.vector("d", 4);
        int[] g = terms.vector("g", 3);
        int half = terms.number(1, 2);
        int m1 = store.mul(store.sub(d[0], d[2]), g[0]);
        int middle = store.mul(terms.sum(g[0], g[1], g[2]), half);
        int other = store.mul(store.add(store.sub(g[0], g[1]), g[2]), half);
        int m2 = store.mul(store.add(d[1], d[2]), middle);
        int m3 = store.mul(store.sub(d[2], d[1]), other);
        int m4 = store.mul(store.sub(d[1], d[3]), g[2]);
        int y0 = store.fma(d[2], g[2], store.fma(d[1], g[1], store.mul(d[0], g[0])));
        int y1 = store.fma(d[3], g[2], store.fma(d[2], g[1], store.mul(d[1], g[0])));
        assertTrue(terms.proves(y0, terms.sum(m1, m2, m3)));
        assertTrue(terms.proves(y1, store.sub(store.sub(m2, m3), m4)));
        assertFalse(terms.proves(y1, store.add(store.sub(m2, m3), m4)));
    }

    @Test
    void strassenIsTheDirectProduct() {
        int[][] a = terms.matrix("A", 4, 4);
        int[][] b = terms.matrix("B", 4, 4);
        int[][] c = strassen(a, b);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                int direct = store.zero();
                for (int k = 0; k < 4; k++) {
                    direct = store.fma(a[i][k], b[k][j], direct);
                }
                assertTrue(terms.proves(direct, c[i][j]));
                assertFalse(terms.proves(direct, c[j][(i + 1) % 4]));
            }
        }
    }

    private int[][] strassen(int[][] a, int[][] b) {
        int n = a.length;
        if (n == 1) {
            return new int[][] {{store.mul(a[0][0], b[0][0])}};
        }
        int[][] a11 = block(a, 0, 0);
        int[][] a12 = block(a, 0, 1);
        int[][] a21 = block(a, 1, 0);
        int[][] a22 = block(a, 1, 1);
        int[][] b11 = block(b, 0, 0);
        int[][] b12 = block(b, 0, 1);
        int[][] b21 = block(b, 1, 0);
        int[][] b22 = block(b, 1, 1);
        int[][] m1 = strassen(plus(a11, a22), plus(b11, b22));
        int[][] m2 = strassen(plus(a21, a22), b11);
        int[][] m3 = strassen(a11, minus(b12, b22));
        int[][] m4 = strassen(a22, minus(b21, b11));
        int[][] m5 = strassen(plus(a11, a12), b22);
        int[][] m6 = strassen(minus(a21, a11), plus(b11, b12));
        int[][] m7 = strassen(minus(a12, a22), plus(b21, b22));
        int[][] c = new int[n][n];
        put(c, 0, 0, plus(minus(plus(m1, m4), m5), m7));
        put(c, 0, 1, plus(m3, m5));
        put(c, 1, 0, plus(m2, m4));
        put(c, 1, 1, plus(plus(minus(m1, m2), m3), m6));
        return c;
    }

    private static int[][] block(int[][] a, int i, int j) {
        int h = a.length / 2;
        int[][] block = new int[h][h];
        for (int r = 0; r < h; r++) {
            System.arraycopy(a[i * h + r], j * h, block[r], 0, h);
        }
        return block;
    }

    private static void put(int[][] c, int i, int j, int[][] block) {
        for (int r = 0; r < block.length; r++) {
            System.arraycopy(block[r], 0, c[i * block.length + r], j * block.length, block.length);
        }
    }

    private int[][] plus(int[][] a, int[][] b) {
        int[][] sum = new int[a.length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                sum[i][j] = store.add(a[i][j], b[i][j]);
            }
        }
        return sum;
    }

    private int[][] minus(int[][] a, int[][] b) {
        int[][] difference = new int[a.length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                difference[i][j] = store.sub(a[i][j], b[i][j]);
            }
        }
        return difference;
    }

    @Test
    void anFftOf8IsTheDft() {
        int[] re = terms.vector("re", 8);
        int[] im = terms.vector("im", 8);
        int r = terms.float32((float) Math.sqrt(0.5));
        int[] cos = {
            store.one(),
            r,
            store.zero(),
            store.neg(r),
            store.integer(-1),
            store.neg(r),
            store.zero(),
            r
        };
        int[][] fft = fft(re, im, 1, 0, 8, r);
        for (int k = 0; k < 8; k++) {
            int sumRe = store.zero();
            int sumIm = store.zero();
            for (int n = 0; n < 8; n++) {
                int c = cos[k * n % 8];
                int s = cos[(k * n + 2) % 8]; // -sin
                sumRe = store.add(sumRe, store.sub(store.mul(re[n], c), store.mul(im[n], s)));
                sumIm = store.add(sumIm, store.add(store.mul(re[n], s), store.mul(im[n], c)));
            }
            assertTrue(terms.proves(sumRe, fft[0][k]));
            assertTrue(terms.proves(sumIm, fft[1][k]));
            assertFalse(terms.proves(sumRe, fft[0][(k + 1) % 8]));
        }
    }

    private int[][] fft(int[] re, int[] im, int stride, int offset, int n, int root) {
        if (n == 1) {
            return new int[][] {{re[offset]}, {im[offset]}};
        }
        int[][] even = fft(re, im, stride * 2, offset, n / 2, root);
        int[][] odd = fft(re, im, stride * 2, offset + stride, n / 2, root);
        int[][] out = new int[2][n];
        int zero = store.zero();
        int[] c = {store.one(), root, zero, store.neg(root)};
        int[] s = {zero, store.neg(root), store.integer(-1), store.neg(root)};
        for (int k = 0; k < n / 2; k++) {
            int w = k * 8 / n;
            int tr = store.sub(store.mul(odd[0][k], c[w]), store.mul(odd[1][k], s[w]));
            int ti = store.add(store.mul(odd[0][k], s[w]), store.mul(odd[1][k], c[w]));
            out[0][k] = store.add(even[0][k], tr);
            out[1][k] = store.add(even[1][k], ti);
            out[0][k + n / 2] = store.sub(even[0][k], tr);
            out[1][k + n / 2] = store.sub(even[1][k], ti);
        }
        return out;
    }

    @Test
    void rotaryProductsAgree() {
        int x = terms.scalar("x");
        int y = terms.scalar("y");
        int angle = store.mul(terms.scalar("p"), store.constant(NamedConstant.PI));
        int c = store.apply(io.heddle.term.Function.COS, angle);
        int s = store.apply(io.heddle.term.Function.SIN, angle);
        int minus = store.apply(io.heddle.term.Function.SIN, store.neg(angle));
        assertTrue(
                terms.proves(
                        store.sub(store.mul(x, c), store.mul(y, s)),
                        store.fma(y, minus, store.mul(c, x))));
    }
}

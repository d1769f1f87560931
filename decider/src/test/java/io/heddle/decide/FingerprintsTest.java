package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.evaluate.Literals;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintsTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    private Fingerprints prints(int... roots) {
        return new Fingerprints(store, DecideOptions.defaults(), Literals.exact(store), roots);
    }

    /** At two points most of the maxima of prefixes have the same values. */
    @Test
    void maximaOfPrefixesAreToldApart() {
        int n = 16;
        int[] x = terms.vector("x", n);
        int[] up = new int[n];
        int[] down = new int[n];
        up[0] = x[0];
        down[n - 1] = x[n - 1];
        for (int i = 1; i < n; i++) {
            up[i] = store.max(up[i - 1], x[i]);
            down[n - 1 - i] = store.max(down[n - i], x[n - 1 - i]);
        }
        Fingerprints prints = prints(up[n - 1], down[0]);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < n; i++) {
            seen.add(prints.of(up[i]));
            seen.add(prints.of(down[i]));
        }
        int different = 2 * n - 1; // the last ones are the same maximum
        assertTrue(
                seen.size() >= different * 3 / 4 && seen.size() <= different,
                seen.size() + " of " + different);
        assertEquals(prints.of(up[n - 1]), prints.of(down[0]));
    }

    @Test
    void equalTermsStayTogether() {
        int[] x = terms.vector("x", 3);
        int square = store.mul(store.sub(x[0], x[1]), store.sub(x[0], x[1]));
        int expanded =
                store.add(
                        store.sub(
                                store.mul(x[0], x[0]),
                                store.mul(store.mul(x[0], x[1]), terms.number(2, 1))),
                        store.mul(x[1], x[1]));
        int quotient = store.div(terms.exp(store.add(x[1], x[2])), terms.exp(x[2]));
        int exponential = terms.exp(x[1]);
        Fingerprints prints = prints(square, expanded, quotient, exponential);
        assertEquals(prints.of(square), prints.of(expanded));
        assertEquals(prints.of(quotient), prints.of(exponential));
        assertNotEquals(prints.of(square), prints.of(exponential));
    }

    /** Two rows of attention and a norm over each: proved over what the norm's sums are of. */
    @Test
    void rowsOfAttentionAreProvedOverTheirElements() {
        int keys = 16;
        int depth = 4;
        int rows = 8;
        int[][] q = terms.matrix("q", rows, depth);
        int[][] k = terms.matrix("k", keys, depth);
        int[][] v = terms.matrix("v", keys, depth);
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int r = 0; r < rows; r++) {
            int[] scores = new int[keys];
            for (int j = 0; j < keys; j++) {
                scores[j] = store.zero();
                for (int d = 0; d < depth; d++) {
                    scores[j] = store.fma(q[r][d], k[j][d], scores[j]);
                }
            }
            int s = norm(whole(scores, v, depth), true);
            int t = norm(online(scores, v, depth), false);
            conditions.add(new VerificationCondition("y", r, s, t));
        }
        DecideOptions few = DecideOptions.defaults().within(20_000);
        for (Decision d : new Decider(store, few).decide(conditions)) {
            Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d, d.toString());
            assertEquals(Decision.Method.LEMMA, proved.method());
            assertTrue(proved.lemmas() >= depth, proved.toString());
        }
    }

    private int[] whole(int[] scores, int[][] v, int depth) {
        int most = terms.max(scores);
        int[] out = new int[depth];
        int sum = store.zero();
        for (int j = 0; j < scores.length; j++) {
            int e = terms.exp(store.sub(scores[j], most));
            sum = store.add(sum, e);
            for (int d = 0; d < depth; d++) {
                out[d] = store.fma(e, v[j][d], j == 0 ? store.zero() : out[d]);
            }
        }
        for (int d = 0; d < depth; d++) {
            out[d] = store.div(out[d], sum);
        }
        return out;
    }

    private int[] online(int[] scores, int[][] v, int depth) {
        int most = scores[0];
        int sum = store.one();
        int[] out = v[0].clone();
        for (int j = 1; j < scores.length; j++) {
            int now = store.max(most, scores[j]);
            int old = terms.exp(store.sub(most, now));
            int e = terms.exp(store.sub(scores[j], now));
            sum = store.fma(sum, old, e);
            for (int d = 0; d < depth; d++) {
                out[d] = store.fma(out[d], old, store.mul(e, v[j][d]));
            }
            most = now;
        }
        for (int d = 0; d < depth; d++) {
            out[d] = store.div(out[d], sum);
        }
        return out;
    }

    private int norm(int[] row, boolean twoPasses) {
        int mean = store.mul(terms.sum(row), terms.number(1, row.length));
        int squares = store.zero();
        for (int t : row) {
            int d = twoPasses ? store.sub(t, mean) : t;
            squares = store.fma(d, d, squares);
        }
        int variance = store.mul(squares, terms.number(1, row.length));
        if (!twoPasses) {
            variance = store.sub(variance, store.mul(mean, mean));
        }
        int epsilon = terms.number(1, 100_000);
        return store.div(store.sub(row[0], mean), store.sqrt(store.add(variance, epsilon)));
    }
}

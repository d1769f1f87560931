package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Proofs over graphs in which equal inner terms are one. */
class LemmaTest {
    private static final int N = 12;

    /** So few that what the rows are made of cannot be multiplied out. */
    private static final DecideOptions SMALL = DecideOptions.defaults().within(30_000);

    private final Terms terms = new Terms();
    private final TermStore store = terms.store;
    private final int[] x = terms.vector("x", N);
    private final int[][] w = terms.matrix("w", N, N);

    /** Row of a product, the sums in ascending or in descending order. */
    private int[] row(boolean ascending) {
        int[] row = new int[N];
        for (int j = 0; j < N; j++) {
            int sum = store.zero();
            for (int k = 0; k < N; k++) {
                int i = ascending ? k : N - 1 - k;
                sum = store.fma(x[i], w[i][j], sum);
            }
            row[j] = sum;
        }
        return row;
    }

    private int twoPass(int[] row, int epsilon) {
        int mean = store.mul(terms.sum(row), terms.number(1, N));
        int squares = store.zero();
        for (int t : row) {
            int d = store.sub(t, mean);
            squares = store.fma(d, d, squares);
        }
        int variance = store.mul(squares, terms.number(1, N));
        return store.div(store.sub(row[0], mean), store.sqrt(store.add(variance, epsilon)));
    }

    private int onePass(int[] row, int epsilon) {
        int squares = store.zero();
        for (int t : row) {
            squares = store.fma(t, t, squares);
        }
        int mean = store.mul(terms.tree(row, 0, N), terms.number(1, N));
        int variance = store.sub(store.mul(squares, terms.number(1, N)), store.mul(mean, mean));
        return store.div(store.sub(row[0], mean), store.sqrt(store.add(variance, epsilon)));
    }

    @Test
    void normOfAProductIsProvedOverItsRow() {
        int epsilon = terms.number(1, 100_000);
        Decision d = terms.decide(twoPass(row(true), epsilon), onePass(row(false), epsilon), SMALL);
        Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d, d.toString());
        assertEquals(Decision.Method.LEMMA, proved.method());
        assertEquals(List.of(), proved.texts()); // the variance is a sum of squares
        assertTrue(proved.lemmas() >= N, proved.toString());
        assertTrue(proved.shown().stream().allMatch(lemma -> lemma.text().contains(" = ")));
        assertFalse(proved.shown().isEmpty());
    }

    /**
     * A mean by a factor that only rounds 1/12, sums in the same order: opened with their parts.
     */
    @Test
    void normOfAProductByALiteralIsProved() {
        int epsilon = terms.number(1, 100_000);
        int[] row = row(false);
        int twelfth = terms.float32(1f / N);
        int sum = store.zero();
        int squares = store.zero();
        for (int t : row) {
            sum = store.add(sum, t);
            squares = store.fma(t, t, squares);
        }
        int mean = store.mul(sum, twelfth);
        int variance = store.sub(store.mul(squares, twelfth), store.mul(mean, mean));
        int candidate =
                store.div(store.sub(row[0], mean), store.sqrt(store.add(variance, epsilon)));
        Decision d = terms.decide(twoPass(row(true), epsilon), candidate, SMALL);
        Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d, d.toString());
        assertEquals(Decision.Method.LEMMA, proved.method());
        assertTrue(proved.texts().toString().contains("stands for 1/12"), proved.toString());
    }

    @Test
    void anotherEpsilonIsRefuted() {
        int reference = twoPass(row(true), terms.number(1, 100_000));
        int candidate = onePass(row(false), terms.number(1, 1_000_000));
        assertInstanceOf(Decision.Refuted.class, terms.decide(reference, candidate, SMALL));
    }

    @Test
    void anotherRowIsRefuted() {
        int epsilon = terms.number(1, 100_000);
        int[] row = row(false);
        row[N - 1] = store.add(row[N - 1], x[0]);
        Decision d = terms.decide(twoPass(row(true), epsilon), onePass(row, epsilon), SMALL);
        assertInstanceOf(Decision.Refuted.class, d);
    }

    /** A lemma holds where both its terms are defined: its conditions are listed by who uses it. */
    @Test
    void conditionsOfALemmaAreAssumed() {
        int a = terms.scalar("a");
        int epsilon = terms.number(1, 100_000);
        int[] divided = row(false);
        for (int j = 0; j < N; j++) {
            divided[j] = store.div(store.mul(divided[j], a), a);
        }
        Decision d = terms.decide(twoPass(row(true), epsilon), onePass(divided, epsilon), SMALL);
        Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d, d.toString());
        assertEquals(Decision.Method.LEMMA, proved.method());
        assertEquals(List.of("a != 0"), proved.texts());
    }

    /** The condition of a term that another output has, and that a lemma brings in. */
    @Test
    void conditionsOfAnotherOutputsTermAreAssumed() {
        int a = terms.scalar("a");
        int epsilon = terms.number(1, 100_000);
        int[] divided = row(true);
        for (int j = 0; j < N; j++) {
            divided[j] = store.div(store.mul(divided[j], a), a);
        }
        int[] plain = row(true);
        int[] other = row(false);
        // the first output's reference has the quotients; the second's has the plain rows
        VerificationCondition first =
                new VerificationCondition(
                        "y", 0, twoPass(divided, epsilon), onePass(other, epsilon));
        VerificationCondition second =
                new VerificationCondition("y", 1, twoPass(plain, epsilon), onePass(other, epsilon));
        List<Decision> decisions = new Decider(store, SMALL).decide(List.of(first, second));
        Decision.Proved one = assertInstanceOf(Decision.Proved.class, decisions.get(0));
        Decision.Proved two = assertInstanceOf(Decision.Proved.class, decisions.get(1));
        assertEquals(List.of("a != 0"), one.texts());
        // which of the two equal references the candidate's rows were merged with is not said, but
        // where it is the quotient, its condition must be there
        assertTrue(two.texts().isEmpty() || two.texts().equals(List.of("a != 0")), two.toString());
    }

    /** A denominator that may be 0 at a cut is a condition on what is below the cut. */
    @Test
    void denominatorsAboveCutsAreListed() {
        int[] up = row(true);
        int[] down = row(false);
        int reference = store.div(twoPass(up, terms.number(1, 10)), terms.sum(up));
        int candidate = store.div(onePass(down, terms.number(1, 10)), terms.tree(down, 0, N));
        Decision d = terms.decide(reference, candidate, SMALL);
        Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d, d.toString());
        assertFalse(proved.texts().isEmpty());
        assertTrue(proved.texts().stream().allMatch(a -> a.endsWith("!= 0")), proved.toString());
    }

    /** Literals have one meaning in all of a proof: 1/12 in f32 is 1/12 where it is assumed so. */
    @Test
    void recoveredLiteralsAreListed() {
        int epsilon = terms.number(1, 100_000);
        int[] row = row(false);
        int twelfth = terms.float32(1f / N);
        int squares = store.zero();
        for (int t : row) {
            squares = store.fma(t, t, squares);
        }
        int mean = store.mul(terms.tree(row, 0, N), twelfth);
        int variance = store.sub(store.mul(squares, twelfth), store.mul(mean, mean));
        int candidate =
                store.div(store.sub(row[0], mean), store.sqrt(store.add(variance, epsilon)));
        Decision d = terms.decide(twoPass(row(true), epsilon), candidate, SMALL);
        Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d, d.toString());
        assertEquals(Decision.Method.LEMMA, proved.method());
        assertEquals(1, proved.texts().size(), proved.toString());
        assertTrue(proved.texts().get(0).endsWith("stands for 1/12"), proved.toString());
        Decision exact =
                terms.decide(
                        twoPass(row(true), epsilon),
                        candidate,
                        new DecideOptions(
                                true, Long.MAX_VALUE, SMALL.maxMonomials(), 4096, SMALL.seed()));
        assertFalse(exact instanceof Decision.Proved, exact.toString());
    }

    /** A softmax of a product's row, with the maximum and the sum in one pass. */
    @Test
    void softmaxOfAProductIsProvedOverItsRow() {
        int[] up = row(true);
        int most = terms.max(up);
        int[] e = new int[N];
        for (int j = 0; j < N; j++) {
            e[j] = terms.exp(store.sub(up[j], most));
        }
        int reference = store.div(e[0], terms.sum(e));
        int[] down = row(false);
        int running = down[0];
        int sum = store.one();
        for (int j = 1; j < N; j++) {
            int now = store.max(running, down[j]);
            sum =
                    store.fma(
                            sum,
                            terms.exp(store.sub(running, now)),
                            terms.exp(store.sub(down[j], now)));
            running = now;
        }
        int candidate = store.div(terms.exp(store.sub(down[0], running)), sum);
        DecideOptions few = DecideOptions.defaults().within(4_000);
        Decision d = terms.decide(reference, candidate, few);
        assertInstanceOf(Decision.Proved.class, d, d.toString());
    }
}

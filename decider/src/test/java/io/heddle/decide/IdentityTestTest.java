package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.algebra.FanOut;
import io.heddle.algebra.PrefixBasis;
import io.heddle.condition.DecideOptions;
import io.heddle.term.TermStore;
import org.junit.jupiter.api.Test;

/** Equalities whose forms are too large to write down are proved by random evaluation. */
class IdentityTestTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    /** How two terms are proved equal without lemmas. */
    private Decision.Method method(int s, int t, DecideOptions options) {
        FanOut fanOut = FanOut.of(store, s, t);
        Prover prover =
                new Prover(
                        store,
                        options,
                        fanOut,
                        Prover.Literals.EXACT,
                        PrefixBasis.NONE,
                        options.pool().keeper());
        Prover.Proof proof = prover.prove(s, t, Proofs.Effort.FULL);
        assertTrue(proof.proved(), proof.reason());
        return proof.method();
    }

    /** h ← (1 − z)·h + z·x, or h + z·(x − h). */
    private int gated(int[] z, int[] x, boolean folded, int broken) {
        int h = store.zero();
        for (int i = 0; i < z.length; i++) {
            int gate = i == broken ? store.mul(z[i], terms.number(2, 1)) : z[i];
            h =
                    folded
                            ? store.fma(gate, store.sub(x[i], h), h)
                            : store.fma(store.sub(store.one(), gate), h, store.mul(gate, x[i]));
        }
        return h;
    }

    @Test
    void aGatedRecurrenceIsProvedWithAnError() {
        int[] z = terms.vector("z", 40);
        int[] x = terms.vector("x", 40);
        DecideOptions small = new DecideOptions(false, Long.MAX_VALUE, 200_000, 64, 1);
        assertEquals(
                Decision.Method.PIT, method(gated(z, x, false, -1), gated(z, x, true, -1), small));
        Decision d = terms.decide(gated(z, x, false, -1), gated(z, x, true, -1), small);
        Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d);
        assertEquals(Decision.Method.LEMMA, proved.method()); // step by step it has no error
        Decision broken = terms.decide(gated(z, x, false, -1), gated(z, x, true, 3), small);
        assertFalse(broken instanceof Decision.Proved);
    }

    @Test
    void productsOfSumsOfExponentialsAndRoots() {
        int n = 24;
        int[] x = terms.vector("x", n);
        int[] y = terms.vector("y", n);
        int up = store.one();
        int down = store.one();
        int wrong = store.one();
        for (int i = 0; i < n; i++) {
            int a = terms.exp(x[i]);
            int b = store.sqrt(store.fma(y[i % 3], y[i % 3], store.one()));
            up = store.mul(up, store.sub(store.mul(a, a), store.mul(b, b)));
            down = store.mul(down, store.mul(store.add(a, b), store.sub(a, b)));
            wrong = store.mul(wrong, store.add(store.mul(a, a), store.mul(b, b)));
        }
        DecideOptions small = new DecideOptions(false, Long.MAX_VALUE, 100_000, 64, 1);
        assertEquals(Decision.Method.PIT, method(up, down, small));
        Decision.Proved proved =
                assertInstanceOf(Decision.Proved.class, terms.decide(up, down, small));
        assertEquals(Decision.Method.LEMMA, proved.method());
        assertFalse(terms.decide(up, wrong, small) instanceof Decision.Proved);
    }
}

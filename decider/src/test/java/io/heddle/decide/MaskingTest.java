package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Masks of −∞ that depend on the inputs. */
class MaskingTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    private void equal(int s, int t) {
        Decision d = terms.decide(s, t);
        assertEquals(List.of(), assertInstanceOf(Decision.Proved.class, d).texts());
    }

    private int[] masked(int[] x, int[] mask) {
        int[] s = x.clone();
        for (int i = 1; i < s.length; i++) {
            s[i] = store.ite(store.lt(store.zero(), mask[i]), x[i], store.negInf());
        }
        return s; // the first is never masked
    }

    private int[] softmax(int[] s) {
        int m = terms.max(s);
        int l = store.zero();
        int[] p = new int[s.length];
        for (int i = 0; i < s.length; i++) {
            p[i] = terms.exp(store.sub(s[i], m));
            l = store.add(l, p[i]);
        }
        for (int i = 0; i < s.length; i++) {
            p[i] = store.div(p[i], l);
        }
        return p;
    }

    @Test
    void aMaskedSoftmaxIsASumOverWhatIsLeft() {
        int[] x = terms.vector("x", 4);
        int[] mask = terms.vector("mask", 4);
        int[] p = softmax(masked(x, mask));
        int l = terms.exp(x[0]);
        for (int i = 1; i < 4; i++) {
            l = store.ite(store.lt(store.zero(), mask[i]), store.add(l, terms.exp(x[i])), l);
        }
        equal(p[0], store.div(terms.exp(x[0]), l));
        int weak = terms.exp(x[0]);
        for (int i = 1; i < 4; i++) {
            weak =
                    store.ite(
                            store.le(store.zero(), mask[i]),
                            store.add(weak, terms.exp(x[i])),
                            weak);
        }
        assertFalse(terms.proves(p[0], store.div(terms.exp(x[0]), weak)));
    }

    @Test
    void aMaskedScoreCanBeComparedWithInfinity() {
        int x = terms.scalar("x");
        int c = store.lt(store.zero(), terms.scalar("mask"));
        int s = store.ite(c, x, store.negInf());
        int safe = store.ite(store.eq(s, store.negInf()), store.zero(), s);
        equal(safe, store.ite(c, x, store.zero()));
        equal(s, store.max(s, store.negInf()));
        equal(
                store.max(s, terms.scalar("y")),
                store.ite(c, store.max(x, terms.scalar("y")), terms.scalar("y")));
        assertFalse(terms.proves(s, store.ite(c, store.negInf(), x)));
    }

    @Test
    void aRowThatMayBeMaskedWhollyIsNotProved() {
        int x = terms.scalar("x");
        int s = store.ite(store.lt(store.zero(), terms.scalar("mask")), x, store.negInf());
        int p = terms.exp(store.sub(s, s));
        assertFalse(terms.proves(p, store.one()));
        assertFalse(terms.proves(p, p));
    }
}

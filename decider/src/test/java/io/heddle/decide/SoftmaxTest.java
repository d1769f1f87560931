package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Naive, two-pass and online softmax agree; without the rescale they do not. */
class SoftmaxTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    private int naive(int[] x, int i) {
        int sum = store.zero();
        for (int t : x) {
            sum = store.add(sum, terms.exp(t));
        }
        return store.div(terms.exp(x[i]), sum);
    }

    private int twoPass(int[] x, int i) {
        int m = terms.max(x);
        int sum = store.zero();
        for (int t : x) {
            sum = store.add(sum, terms.exp(store.sub(t, m)));
        }
        return store.div(terms.exp(store.sub(x[i], m)), sum);
    }

    private int online(int[] x, int i, boolean rescale) {
        int m = store.negInf();
        int l = store.zero();
        for (int t : x) {
            int next = store.max(m, t);
            int scale = rescale ? terms.exp(store.sub(m, next)) : store.one();
            l = store.fma(l, scale, terms.exp(store.sub(t, next)));
            m = next;
        }
        return store.div(terms.exp(store.sub(x[i], m)), l);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16, 300})
    void naiveTwoPassAndOnlineAgree(int n) {
        int[] x = terms.vector("x", n);
        int i = n / 2;
        Decision twoPass = terms.decide(naive(x, i), twoPass(x, i));
        assertEquals(List.of(), assertInstanceOf(Decision.Proved.class, twoPass).texts());
        Decision online = terms.decide(naive(x, i), online(x, i, true));
        assertEquals(List.of(), assertInstanceOf(Decision.Proved.class, online).texts());
        assertInstanceOf(Decision.Proved.class, terms.decide(twoPass(x, i), online(x, i, true)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16})
    void aDroppedRescaleIsNotProved(int n) {
        int[] x = terms.vector("x", n);
        assertFalse(terms.proves(naive(x, 0), online(x, 0, false)));
    }
}

package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.Function;
import io.heddle.term.NamedConstant;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Activations, clipping, pooling and losses in their spellings. */
class ActivationsTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;
    private final int x = terms.scalar("x");
    private final int y = terms.scalar("y");
    private final int zero = store.zero();
    private final int one = store.one();

    private void equal(int s, int t) {
        Decision d = terms.decide(s, t);
        assertEquals(List.of(), assertInstanceOf(Decision.Proved.class, d).texts());
    }

    private int sigmoid(int t) {
        return store.div(one, store.add(one, terms.exp(store.neg(t))));
    }

    @Test
    void geluByTanhIsGeluBySigmoid() {
        int inner =
                store.mul(
                        terms.float32(0.7978846f),
                        store.fma(terms.float32(0.044715f), store.mul(x, store.mul(x, x)), x));
        int tanh =
                store.mul(
                        store.mul(x, terms.number(1, 2)),
                        store.add(one, store.apply(Function.TANH, inner)));
        int logistic = store.mul(x, sigmoid(store.add(inner, inner)));
        equal(tanh, logistic);
        assertFalse(terms.proves(tanh, store.mul(x, sigmoid(inner))));
    }

    @Test
    void sigmoidHasManySpellings() {
        equal(sigmoid(x), store.div(terms.exp(x), store.add(one, terms.exp(x))));
        int half = terms.number(1, 2);
        equal(sigmoid(x), store.fma(store.apply(Function.TANH, store.mul(x, half)), half, half));
        equal(store.sub(one, sigmoid(x)), sigmoid(store.neg(x)));
    }

    @Test
    void reluAndLeakyReluHaveManySpellings() {
        int relu = store.max(x, zero);
        equal(relu, store.ite(store.lt(zero, x), x, zero));
        equal(relu, store.ite(store.le(zero, x), x, zero));
        equal(relu, store.mul(store.add(x, store.abs(x)), terms.number(1, 2)));
        int slope = terms.number(1, 100);
        int leaky = store.ite(store.lt(zero, x), x, store.mul(x, slope));
        equal(leaky, store.ite(store.le(x, zero), store.mul(x, slope), x));
        equal(leaky, store.max(x, store.mul(x, slope)));
        equal(leaky, store.fma(store.min(x, zero), slope, store.max(x, zero)));
        assertFalse(terms.proves(leaky, store.max(x, store.mul(x, terms.number(1, 10)))));
    }

    @Test
    void aMaskTimesItsInputIsRelu() {
        int mask = store.ite(store.lt(zero, x), one, zero);
        equal(store.max(x, zero), store.mul(x, mask));
        equal(store.mul(mask, mask), mask);
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int t : terms.vector("v", 5)) {
            int clipped = store.max(t, zero);
            int masked = store.mul(t, store.ite(store.lt(zero, t), one, zero));
            conditions.add(new VerificationCondition("y", conditions.size(), clipped, masked));
        }
        for (Decision d : new Decider(store, DecideOptions.defaults()).decide(conditions)) {
            assertInstanceOf(Decision.Proved.class, d);
        }
        int three = store.integer(3);
        int six = store.integer(6);
        int sixth = terms.number(1, 6);
        int shifted = store.add(x, three);
        int clamped = store.min(six, store.max(shifted, zero));
        int swish = store.mul(store.mul(x, clamped), sixth);
        int inner = store.mul(store.mul(x, shifted), sixth);
        int select =
                store.ite(store.le(shifted, zero), zero, store.ite(store.lt(x, three), inner, x));
        equal(swish, select);
        assertFalse(
                terms.proves(
                        swish,
                        store.ite(
                                store.le(shifted, zero),
                                zero,
                                store.ite(store.lt(x, six), inner, x))));
    }

    @Test
    void hardSwishBySelectionIsHardSwishByClamping() {
        List<VerificationCondition> conditions = new ArrayList<>();
        int three = store.integer(3);
        int sixth = terms.number(1, 6);
        for (int t : terms.vector("v", 3)) {
            int shifted = store.add(t, three);
            int clamped = store.min(store.integer(6), store.max(shifted, zero));
            int above = store.ite(store.lt(t, three), store.mul(store.mul(t, shifted), sixth), t);
            int select = store.ite(store.lt(zero, shifted), above, zero);
            int swish = store.mul(store.mul(t, sixth), clamped);
            conditions.add(new VerificationCondition("y", conditions.size(), swish, select));
        }
        for (Decision d : new Decider(store, DecideOptions.defaults()).decide(conditions)) {
            assertInstanceOf(Decision.Proved.class, d);
        }
    }

    @Test
    void clampHasTwoOrders() {
        int six = store.integer(6);
        equal(store.min(store.max(x, zero), six), store.max(store.min(x, six), zero));
        assertFalse(
                terms.proves(
                        store.min(store.max(x, zero), six),
                        store.max(store.min(x, store.integer(5)), zero)));
        int low = terms.scalar("low");
        assertFalse(terms.proves(store.min(store.max(x, low), y), store.max(store.min(x, y), low)));
    }

    @Test
    void minMaxAndAbsAreOneFamily() {
        equal(store.add(store.min(x, y), store.max(x, y)), store.add(x, y));
        equal(store.sub(store.max(x, y), store.min(x, y)), store.abs(store.sub(x, y)));
        equal(store.mul(store.max(x, y), store.min(x, y)), store.mul(x, y));
        equal(store.mul(store.abs(x), store.abs(x)), store.mul(x, x));
        equal(store.sqrt(store.mul(x, x)), store.abs(x));
        equal(store.mul(store.abs(x), store.abs(y)), store.abs(store.mul(x, y)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 40})
    void maximaAgreeInEveryOrder(int n) {
        int[] v = terms.vector("v", n);
        int[] w = v.clone();
        for (int i = 0; i < n; i++) {
            w[i] = v[n - 1 - i];
        }
        equal(terms.max(v), terms.max(w));
        int shifted = store.negInf();
        for (int t : v) {
            shifted = store.max(shifted, store.fma(store.integer(3), t, y));
        }
        equal(store.sub(shifted, y), store.mul(store.integer(3), terms.max(w)));
        int sum = store.zero();
        int mus = store.zero();
        for (int i = 0; i < n; i++) {
            sum = store.add(sum, store.max(v[i], zero));
            mus = store.add(mus, store.max(zero, v[n - 1 - i]));
        }
        equal(sum, mus);
        assertFalse(terms.proves(terms.max(v), terms.max(java.util.Arrays.copyOf(v, n - 1))));
    }

    @Test
    void softplusHasAStableSpelling() {
        int plain = terms.ln(store.add(one, terms.exp(x)));
        int stable =
                store.add(
                        store.max(x, zero),
                        terms.ln(store.add(one, terms.exp(store.neg(store.abs(x))))));
        equal(plain, stable);
        assertFalse(terms.proves(plain, store.max(x, zero)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9, 100})
    void logSumExpAndCrossEntropyAgree(int n) {
        int[] v = terms.vector("v", n);
        int m = terms.max(v);
        int plain = store.zero();
        int shifted = store.zero();
        for (int t : v) {
            plain = store.add(plain, terms.exp(t));
            shifted = store.add(shifted, terms.exp(store.sub(t, m)));
        }
        equal(terms.ln(plain), store.add(m, terms.ln(shifted)));
        int lossOfSoftmax = store.neg(terms.ln(store.div(terms.exp(v[0]), plain)));
        int lossByLse = store.sub(store.add(m, terms.ln(shifted)), v[0]);
        equal(lossOfSoftmax, lossByLse);
        int softmax = store.div(terms.exp(v[1]), plain);
        int lse = store.add(m, terms.ln(shifted));
        equal(softmax, terms.exp(store.sub(v[1], lse)));
        assertFalse(terms.proves(lossOfSoftmax, store.sub(lossByLse, v[1])));
    }

    @Test
    void powersByLogarithmsArePowers() {
        int cube = store.exp2(store.mul(store.integer(3), store.log2(x)));
        Decision d = terms.decide(cube, store.mul(x, store.mul(x, x)));
        assertEquals(List.of("x > 0"), assertInstanceOf(Decision.Proved.class, d).texts());
        int root = store.exp2(store.mul(terms.number(1, 2), store.log2(x)));
        assertTrue(terms.proves(root, store.sqrt(x)));
    }

    @Test
    void mishAndTanhOfSoftplusAgree() {
        int e = terms.exp(x);
        int softplus = terms.ln(store.add(one, e));
        int mish = store.mul(x, store.apply(Function.TANH, softplus));
        int n = store.fma(e, e, store.mul(store.integer(2), e));
        equal(mish, store.div(store.mul(x, n), store.add(n, store.integer(2))));
        int log2e = store.constant(NamedConstant.LOG2_E);
        equal(terms.exp(x), store.exp2(store.mul(log2e, x)));
    }
}

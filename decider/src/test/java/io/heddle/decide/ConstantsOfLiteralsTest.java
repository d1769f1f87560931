package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import org.junit.jupiter.api.Test;

/** Constants that a kernel computes of literals are read as what the literals stand for. */
class ConstantsOfLiteralsTest {
    private static final DecideOptions EXACT =
            new DecideOptions(true, Long.MAX_VALUE, 4_000_000L, 4096, 1);

    private final Terms terms = new Terms();
    private final TermStore store = terms.store;
    private final int x = terms.scalar("x");
    private final int root = terms.float32(0.70710677f);

    private void proved(int s, int t, String assumption) {
        Decision d = terms.decide(s, t);
        Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d, d.toString());
        assertTrue(proved.texts().toString().contains(assumption), proved.toString());
        assertFalse(terms.decide(s, t, EXACT) instanceof Decision.Proved);
    }

    @Test
    void aProductWithASumOfRootsIsOne() {
        int one = store.mul(root, store.add(root, root));
        proved(store.mul(x, one), x, "stands for sqrt(2)/2");
    }

    /** The eighth roots of unity, each the product of the one before and the first. */
    @Test
    void powersOfARootOfUnityComeRound() {
        int re = store.one();
        int im = store.zero();
        for (int i = 0; i < 8; i++) {
            int next = store.sub(store.mul(re, root), store.mul(im, root));
            im = store.add(store.mul(re, root), store.mul(im, root));
            re = next;
            if (i == 3) {
                proved(store.mul(x, re), store.neg(x), "stands for sqrt(2)/2");
            }
        }
        proved(store.fma(x, re, im), x, "stands for sqrt(2)/2");
        assertFalse(terms.proves(store.mul(x, re), store.neg(x)));
    }

    @Test
    void anotherPowerIsRefuted() {
        int square = store.mul(root, root);
        int third = store.mul(square, root);
        Decision d = terms.decide(store.mul(x, third), store.mul(x, square));
        assertInstanceOf(Decision.Refuted.class, d);
    }

    @Test
    void theExactValueIsKnownAndDecidesComparisons() {
        int square = store.mul(root, root);
        int half = store.mul(square, store.mul(root, root));
        Rational value = store.rationalValue(root);
        Rational fourth = value.multiply(value).multiply(value).multiply(value);
        assertTrue(store.isRational(half));
        assertEquals(fourth, store.rationalValue(half));
        assertEquals(fourth.negate(), store.rationalValue(store.neg(half)));
        assertEquals(store.trueTerm(), store.lt(half, terms.number(1, 4)));
        assertEquals(store.zero(), store.floor(half));
        assertNotEquals(Op.RATIONAL, store.op(half));
    }

    /** What recovery may read as 0 is divided by as what it exactly is. */
    @Test
    void aDenominatorOfUnknownSignIsFolded() {
        int small = store.sub(store.mul(root, store.add(root, root)), store.one());
        int quotient = store.div(store.mul(root, root), small);
        assertEquals(Op.RATIONAL, store.op(quotient));
        assertFalse(terms.proves(store.mul(store.div(x, small), small), store.zero()));
    }

    @Test
    void veryDeepConstantsAreFolded() {
        int power = root;
        for (int i = 0; i < 200; i++) {
            power = store.mul(power, root);
        }
        Rational value = store.rationalValue(root);
        Rational expected = value;
        for (int i = 0; i < 200; i++) {
            expected = expected.multiply(value);
        }
        assertEquals(expected, store.rationalValue(power));
    }
}

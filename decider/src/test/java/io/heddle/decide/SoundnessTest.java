package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.term.ElementType;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Things that look equal and are not, or only under a condition that must be listed. */
class SoundnessTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;
    private final int x = terms.scalar("x");
    private final int y = terms.scalar("y");
    private final int zero = store.zero();
    private final int one = store.one();

    private void unequal(int s, int t) {
        assertFalse(terms.proves(s, t), () -> store.show(s, 80) + " = " + store.show(t, 80));
    }

    private List<String> assumptions(int s, int t) {
        return assertInstanceOf(Decision.Proved.class, terms.decide(s, t)).texts();
    }

    @Test
    void aQuotientNeedsItsDenominator() {
        assertEquals(List.of("x != 0"), assumptions(store.div(x, x), one));
        assertEquals(
                List.of("(x + y) != 0"),
                assumptions(store.div(store.add(x, y), store.add(y, x)), one));
        unequal(store.div(x, store.sub(store.add(x, y), store.add(y, x))), one);
        unequal(store.div(zero, store.sub(store.add(x, y), store.add(y, x))), store.div(y, x));
    }

    @Test
    void anAssumptionNeverPrunesAChoice() {
        int guarded = store.ite(store.eq(x, zero), zero, store.div(one, x));
        int other = store.ite(store.eq(x, zero), one, store.div(one, x));
        unequal(guarded, other);
        unequal(store.ite(store.eq(x, zero), zero, store.div(x, x)), one);
    }

    @Test
    void aRootOfASquareIsAnAbsoluteValue() {
        unequal(store.sqrt(store.mul(x, x)), x);
        unequal(store.sqrt(store.mul(store.mul(x, x), y)), store.mul(x, store.sqrt(y)));
        assertEquals(List.of("x >= 0"), assumptions(store.mul(store.sqrt(x), store.sqrt(x)), x));
    }

    @Test
    void logarithmsOfProductsNeedSigns() {
        int sum = store.add(store.log2(x), store.log2(y));
        int product = store.log2(store.mul(x, y));
        Decision d = terms.decide(sum, product);
        if (d instanceof Decision.Proved p) {
            assertEquals(true, p.texts().contains("x > 0"), p.toString());
        }
        unequal(store.log2(store.mul(x, x)), store.mul(store.integer(3), store.log2(x)));
    }

    @Test
    void strictAndWeakThresholdsDiffer() {
        unequal(store.ite(store.lt(zero, x), one, zero), store.ite(store.le(zero, x), one, zero));
        int up = store.ite(store.lt(y, x), one, zero);
        int down = store.ite(store.lt(x, y), zero, one);
        unequal(up, down);
    }

    @Test
    void infinitiesDoNotCancel() {
        int masked = store.ite(store.lt(zero, x), y, store.negInf());
        unequal(store.sub(masked, masked), zero);
        unequal(store.mul(masked, zero), zero);
        unequal(store.exp2(store.sub(masked, masked)), one);
        unequal(masked, store.ite(store.le(zero, x), y, store.negInf()));
        unequal(store.nan(), store.nan());
        unequal(store.undefined(3), store.undefined(3));
        int nan = store.ite(store.lt(zero, x), store.nan(), y);
        unequal(store.max(nan, y), store.max(nan, store.add(y, one)));
    }

    @Test
    void floorsDoNotAdd() {
        unequal(store.floor(store.add(x, y)), store.add(store.floor(x), store.floor(y)));
        unequal(store.floor(store.neg(x)), store.neg(store.floor(x)));
        assertEquals(
                List.of(),
                assumptions(
                        store.floor(store.add(x, store.integer(3))),
                        store.add(store.floor(x), store.integer(3))));
        assertEquals(List.of(), assumptions(store.ceil(x), store.neg(store.floor(store.neg(x)))));
        unequal(store.rint(x), store.floor(store.add(x, terms.number(1, 2))));
    }

    @Test
    void scalingAMaximumNeedsASign() {
        int scaled = store.max(store.mul(y, x), zero);
        unequal(scaled, store.mul(y, store.max(x, zero)));
        int positive =
                store.element(
                        store.declare(
                                new Symbol(
                                        "s",
                                        ElementType.F32,
                                        List.of(),
                                        io.heddle.term.Rational.ONE,
                                        null)),
                        0);
        assertEquals(
                List.of(),
                assumptions(
                        store.max(store.mul(positive, x), zero),
                        store.mul(positive, store.max(x, zero))));
    }

    @Test
    void powersOfNegativesAreNotAssumedAway() {
        int square = store.exp2(store.mul(store.integer(2), store.log2(x)));
        assertEquals(List.of("x > 0"), assumptions(square, store.mul(x, x)));
        unequal(square, store.neg(store.mul(x, x)));
    }

    @Test
    void nearlyEqualConstantsDiffer() {
        unequal(store.mul(x, terms.number(1, 3)), store.mul(x, terms.number(333333, 1000000)));
        unequal(store.mul(x, terms.float32(0.1f)), store.mul(x, terms.float32(Math.nextUp(0.1f))));
    }
}

package io.heddle.algebra;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sides that contain the same terms are equal whatever those are, or are not seen to be. */
class CommonTermsTest {
    private final TermStore store = new TermStore();
    private final CommonTerms common = new CommonTerms(store);
    private final int symbol = store.declare(new Symbol("x", ElementType.F32, List.of(10_000)));
    private final int alpha = x(9001);
    private final int beta = x(9002);
    private final int c = x(9003);

    private int x(int index) {
        return store.element(symbol, index);
    }

    /** x[from]·x[from + 1] + x[from + 1]·x[from + 2] + … */
    private int dot(int from, int products) {
        int sum = store.zero();
        for (int i = from; i < from + products; i++) {
            sum = store.fma(x(i), x(i + 1), sum);
        }
        return sum;
    }

    @Test
    void anEpilogueMayBeWrittenInTwoWays() {
        int sum = dot(0, 4000);
        int left = store.fma(alpha, sum, store.mul(beta, c));
        assertTrue(common.areEqual(left, store.fma(beta, c, store.mul(alpha, sum))));
        assertTrue(
                common.areEqual(
                        left, store.sub(store.mul(beta, c), store.neg(store.mul(sum, alpha)))));
        assertFalse(common.areEqual(left, store.fma(beta, c, store.mul(beta, sum))));
        assertFalse(common.areEqual(left, store.fma(beta, c, store.mul(alpha, dot(1, 4000)))));
        assertFalse(common.areEqual(left, store.fma(beta, c, sum)));
    }

    @Test
    void oneSideMayContainTheOther() {
        int sum = dot(0, 100);
        int twice = store.add(sum, sum);
        assertTrue(common.areEqual(sum, store.sub(twice, sum)));
        assertFalse(common.areEqual(sum, store.sub(twice, store.mul(alpha, sum))));
    }

    @Test
    void constantsHaveTheirValuesAndLiteralsNone() {
        int sum = dot(0, 10);
        int half = store.rational(Rational.of(1, 2));
        assertTrue(
                common.areEqual(
                        store.fma(half, sum, store.mul(half, sum)), store.mul(sum, store.one())));
        assertFalse(
                common.areEqual(
                        store.fma(half, sum, store.mul(alpha, sum)), store.mul(sum, store.one())));
        int tenth = store.literal(FloatFormat.F32, Float.floatToRawIntBits(0.1f));
        int exact = store.rational(store.rationalValue(tenth));
        assertTrue(
                common.areEqual(
                        store.fma(tenth, sum, alpha), store.add(alpha, store.mul(sum, tenth))));
        assertFalse(
                common.areEqual(
                        store.fma(tenth, sum, alpha), store.add(alpha, store.mul(sum, exact))));
    }

    @Test
    void whatMayBeInfiniteIsLeftToOthers() {
        int infinite = store.ite(store.lt(alpha, beta), store.posInf(), alpha);
        assertFalse(common.areEqual(store.add(infinite, c), store.sub(infinite, store.neg(c))));
    }

    @Test
    void onlyAFewTermsAreOpened() {
        int left = store.zero();
        int right = store.zero();
        for (int i = 0; i < 100; i++) {
            left = store.fma(x(i), alpha, left);
            right = store.fma(x(99 - i), alpha, right);
        }
        assertFalse(common.areEqual(left, right));
    }
}

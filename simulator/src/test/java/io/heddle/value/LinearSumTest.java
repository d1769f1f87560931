package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.Literals;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LinearSumTest {
    private final TermStore store = new TermStore();
    private final Symbol symbol =
            new Symbol("i", ElementType.S32, List.of(), Rational.ZERO, Rational.of(40));
    private final int i = store.element(store.declare(symbol), 0);
    private final int j =
            store.element(store.declare(new Symbol("j", ElementType.S32, List.of())), 0);

    private int times(long n, int t) {
        return store.mul(store.integer(n), t);
    }

    @Test
    void sumsAndProductsWithNumbersAreTakenApart() {
        int t = store.sub(store.fma(store.integer(8), i, store.integer(5)), times(2, store.neg(j)));
        LinearSum sum = new LinearSum(store, store.add(times(3, t), times(-6, j)));
        assertEquals(Rational.of(15), sum.constant());
        assertEquals(java.util.Map.of(i, Rational.of(24)), sum.coefficients());
    }

    @Test
    void multiplesAreThoseOfAllValues() {
        LinearSum sum = new LinearSum(store, store.add(times(8, i), times(4, j)));
        assertTrue(sum.isMultipleOf(4));
        assertFalse(sum.isMultipleOf(8));
        assertFalse(sum.plus(Rational.of(2)).isMultipleOf(4));
        int half = store.element(store.declare(new Symbol("h", ElementType.F32, List.of())), 0);
        assertFalse(new LinearSum(store, times(4, half)).isMultipleOf(4));
        assertEquals(
                new LinearSum(store, store.add(times(2, i), j)).coefficients(),
                new LinearSum(store, sum.dividedBy(4)).coefficients());
    }

    /** Without sharing, opening this would take 2^60 steps. */
    @Test
    void sharedSumsAreOpenedOnce() {
        int t = i;
        for (int round = 0; round < 60; round++) {
            t = store.add(t, store.fma(store.integer(2), j, t));
        }
        LinearSum sum = new LinearSum(store, t);
        assertEquals(Rational.of(1L << 60), sum.coefficients().get(i));
        assertEquals(Rational.of(2 * ((1L << 60) - 1)), sum.coefficients().get(j));
    }

    @Test
    void whatCancelsIsNotOpened() {
        int shared = store.add(times(3, i), store.mul(i, j));
        int t = store.sub(store.add(shared, j), store.add(shared, store.integer(2)));
        LinearSum sum = new LinearSum(store, t);
        assertEquals(java.util.Map.of(j, Rational.ONE), sum.coefficients());
        assertEquals(Rational.of(-2), sum.constant());
    }

    /** Fields of 16·i + c, for every i of its range: bounds tell the upper bits, sums the lower. */
    @Test
    void fieldsOfBoundedSumsAreExact() {
        BitFields fields = new BitFields(store, new Bounds(store));
        for (int c : new int[] {0, 5, 16, 23}) {
            int t = store.add(times(16, i), store.integer(c));
            for (int low = 0; low < 12; low++) {
                for (int width = 1; low + width < 16; width++) {
                    int field = fields.of(t, 32, false, low, width, false);
                    Cone cone = new Cone(store, field, i);
                    DoubleEvaluator at = new DoubleEvaluator(cone, Literals.exact(store));
                    for (int value = 0; value <= 40; value++) {
                        at.evaluate(new double[] {value});
                        int expected = (16 * value + c) >> low & (1 << width) - 1;
                        assertEquals(expected, at.value(cone.node(field)));
                    }
                }
            }
        }
        assertEquals(times(8, i), fields.of(times(16, i), 32, false, 1, 31, false));
    }
}

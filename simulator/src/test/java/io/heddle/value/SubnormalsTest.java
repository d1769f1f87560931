package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SubnormalsTest {
    private final TermStore store = new TermStore();
    private final Subnormals subnormals = new Subnormals(store, new Bounds(store));

    private int input(String name, ElementType type) {
        return store.element(store.declare(new Symbol(name, type, List.of(1))), 0);
    }

    private int scaled(int t, int exponent) {
        return store.mul(t, store.rational(Rational.powerOfTwo(exponent)));
    }

    private boolean mayLose(int t) {
        return subnormals.mayLose(t, FloatFormat.F32);
    }

    @Test
    void halfOfAFloatMayLackABit() {
        assertTrue(mayLose(scaled(input("x", ElementType.F32), -1)));
        assertFalse(mayLose(scaled(input("x", ElementType.F32), 1)));
    }

    @Test
    void multiplesOfAGreatEnoughPowerAreExact() {
        int h = input("h", ElementType.F16); // of 2^-24
        assertFalse(mayLose(scaled(h, -125)));
        assertTrue(mayLose(scaled(h, -126)));
        assertFalse(mayLose(scaled(store.mul(h, h), -101)));
        assertTrue(mayLose(scaled(store.mul(h, h), -102)));
        assertFalse(mayLose(scaled(store.max(h, store.add(h, store.one())), -125)));
    }

    @Test
    void integersAreMultiplesOfOne() {
        int k = input("k", ElementType.S32);
        assertFalse(mayLose(scaled(k, -149)));
        assertTrue(mayLose(scaled(k, -150)));
    }

    @Test
    void quotientsMayBeMultiplesOfNothing() {
        int h = input("h", ElementType.F16);
        assertTrue(mayLose(scaled(store.div(h, store.add(h, store.one())), -1)));
    }

    @Test
    void aRangeMayKeepTheResultNormal() {
        int x = store.max(input("x", ElementType.F32), store.one());
        assertFalse(mayLose(scaled(x, -125)));
        assertTrue(mayLose(scaled(x, -127)));
    }

    @Test
    void theBaseIsWhatConstantFactorsLeave() {
        int x = input("x", ElementType.F32);
        assertEquals(x, subnormals.base(scaled(store.neg(x), -3)));
        assertEquals(x, subnormals.base(store.mul(store.integer(3), x)));
    }
}

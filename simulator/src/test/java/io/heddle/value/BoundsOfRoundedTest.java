package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounds of what the machine may have another number for: 31 / 7 · 7 in floats is below 31. */
final class BoundsOfRoundedTest {
    private final TermStore store = new TermStore();
    private final Bounds bounds = new Bounds(store);
    private final DecidingOperands deciding = bounds.deciding();
    private final Symbol symbol =
            new Symbol("x", ElementType.F32, List.of(), Rational.of(31), Rational.of(60));
    private final int x = store.element(store.declare(symbol), 0);
    private final int rounded = store.mul(store.div(x, store.integer(7)), store.integer(7));

    @Test
    void arithmeticMayRoundBeyondBounds() {
        int above = store.sub(store.trunc(rounded), store.integer(31));
        assertTrue(bounds.fits(above, 8, false));
        deciding.note(rounded);
        assertFalse(bounds.fits(above, 8, false));
        assertTrue(bounds.fits(store.trunc(rounded), 6, false));
    }

    /** 1 and 252 are floats of every format, and a product of numbers up to them is up to 252. */
    @Test
    void boundsThatEveryFormatHoldsAreKept() {
        int unit = store.min(store.max(x, store.integer(0)), store.integer(1));
        int scaled = store.mul(unit, store.integer(252));
        deciding.note(scaled);
        assertTrue(bounds.of(scaled).isWithin(0, 252));
    }

    @Test
    void clampsByConstantsBoundIt() {
        int clamped = store.min(store.max(rounded, store.integer(0)), store.integer(255));
        deciding.note(rounded);
        deciding.note(clamped);
        assertTrue(bounds.fits(store.rint(clamped), 8, false));
    }

    @Test
    void sumsOfSuchAreNotTakenApart() {
        int i = store.element(store.declare(new Symbol("i", ElementType.U8, List.of())), 0);
        int sum = store.add(store.mul(i, store.integer(8192)), store.integer(1));
        assertTrue(bounds.ofSum(sum).isWithin(1, 255 * 8192 + 1));
        deciding.note(sum);
        assertFalse(bounds.ofSum(sum).isWithin(1, 255 * 8192 + 1));
    }
}

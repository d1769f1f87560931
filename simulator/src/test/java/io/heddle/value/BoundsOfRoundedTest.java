package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.SourcePosition;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounds of what the machine may have another number for: 31 / 7 · 7 in floats is below 31. */
final class BoundsOfRoundedTest {
    private final TermStore store = new TermStore();
    private final Bounds bounds = new Bounds(store);
    private final MachineNumbers numbers = bounds.numbers();
    private final DecidingOperands deciding = numbers.deciding();
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

    /** 7.99 is no float of 8 bits, and is rounded to 8. */
    @Test
    void whatIsNarrowedMayBeRoundedBeyondAClamp() {
        int clamped = store.min(store.max(x, store.zero()), store.rational(Rational.of(799, 100)));
        int choice = store.ite(store.lt(x, store.one()), store.neg(clamped), store.abs(clamped));
        for (int t : new int[] {choice, clamped}) {
            deciding.note(t);
            assertTrue(bounds.fits(store.trunc(t), 4, true));
            numbers.noteRerounded(t, Rerounded.narrowed(FloatFormat.BF16), "narrowed");
            assertFalse(bounds.fits(store.trunc(t), 4, true));
            assertTrue(bounds.fits(store.trunc(t), 5, true));
        }
    }

    /** 2051 as an f16 is 2052. */
    @Test
    void anIntegerThatIsNarrowedMayBeAnother() {
        int i = store.element(store.declare(new Symbol("i", ElementType.U16, List.of())), 0);
        int least = store.min(i, store.integer(2051));
        deciding.note(least);
        assertTrue(bounds.of(least).isWithin(0, 2051));
        numbers.noteCut(least);
        assertFalse(bounds.of(least).isWithin(0, 2051));
        assertTrue(bounds.of(least).isWithin(0, 2100));
    }

    /** 41 · fl(1/41) is below 1. */
    @Test
    void aConstantThatIsRoundedIsAsFarOffAsIsKnown() {
        int part = store.rational(Rational.of(1, 41));
        int choice = store.ite(store.lt(x, store.one()), store.integer(41), store.integer(82));
        int product = store.mul(choice, part);
        deciding.note(product);
        assertTrue(bounds.of(product).isWithin(1, 2));
        numbers.noteConstant(part, NarrowFormat.of(FloatFormat.F32), reciprocal());
        assertFalse(bounds.of(product).isWithin(1, 2));
        assertTrue(bounds.of(product).isWithin(0, 3));
    }

    /** Of what is left of greater numbers, nothing is known. */
    @Test
    void whatCancelledHasNoBounds() {
        deciding.note(x);
        assertTrue(bounds.of(x).isWithin(30, 61));
        numbers.noteOpen(x);
        assertFalse(bounds.of(x).isWithin(-1000, 1000));
    }

    /** The bounds of a long sum are kept, but not beyond what they rest on. */
    @Test
    void aSumIsBoundedAnewWhenMoreIsKnownOfItsParts() {
        int unit = store.min(store.max(x, store.zero()), store.rational(Rational.of(799, 100)));
        int sum = store.fma(store.trunc(unit), store.integer(3), store.integer(7));
        int chain = store.fma(store.trunc(unit), store.integer(5), sum);
        assertTrue(bounds.fits(chain, 6, false));
        numbers.noteRerounded(unit, Rerounded.narrowed(FloatFormat.BF16), "narrowed");
        numbers.noteDeciding(unit);
        assertFalse(bounds.fits(chain, 6, false));
        assertTrue(bounds.fits(chain, 7, false));
    }

    private static Instruction reciprocal() {
        SourcePosition nowhere = new SourcePosition("x.ptx", 1, 1);
        List<String> modifiers = List.of("rn", "f32");
        return new Instruction(null, false, "rcp", modifiers, List.of(), nowhere, null);
    }
}

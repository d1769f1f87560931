package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decider;
import io.heddle.decide.Decision;
import io.heddle.term.Function;
import io.heddle.term.TermStore;
import io.heddle.value.Kinds;
import io.heddle.value.RoundedNumbers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineNumbersTest {
    private static final int F32 = 1;
    private static final int F64 = 2;

    private final TermStore store = new TermStore();
    private final TermStore target = new TermStore();
    private final MachineNumbers plain =
            new MachineNumbers(store, target, new RoundedNumbers(List.of(), Kinds.NONE));
    private final int symbol = store.declare(Made.input("x", 4).symbol());
    private final int a = store.element(symbol, 0);
    private final int b = store.element(symbol, 1);
    private final int c = store.element(symbol, 2);

    private boolean isOneNumber(int s, int t) {
        VerificationCondition vc =
                new VerificationCondition("y", 0, plain.of(s, F32), plain.of(t, F32));
        return new Decider(target, DecideOptions.defaults()).decide(List.of(vc)).get(0)
                instanceof Decision.Proved;
    }

    private boolean isRounded(int t) {
        return plain.isRounded(plain.of(t, F32));
    }

    @Test
    void aResultIsAFunctionOfTheExactOneWhateverItIsMadeOf() {
        assertTrue(isOneNumber(store.add(a, b), store.add(b, a)));
        assertTrue(isOneNumber(store.sub(a, b), store.add(store.neg(b), a)));
        assertTrue(isOneNumber(store.add(a, b), store.fma(a, store.one(), b)));
        assertTrue(isOneNumber(store.mul(a, b), store.mul(b, a)));
    }

    @Test
    void anotherOrderOfRoundingsIsAnotherNumber() {
        assertFalse(isOneNumber(store.add(store.add(a, b), c), store.add(a, store.add(b, c))));
        assertFalse(isOneNumber(store.fma(a, b, c), store.add(store.mul(a, b), c)));
        assertFalse(isOneNumber(store.mul(a, store.add(b, c)), store.fma(a, b, store.mul(a, c))));
    }

    @Test
    void whatPassesAnOperandOnIsExact() {
        assertFalse(isRounded(store.max(a, store.neg(b))));
        assertFalse(isRounded(store.abs(store.ite(store.lt(a, b), c, a))));
        assertTrue(isRounded(store.max(a, store.add(b, c))));
        int first = store.max(store.add(a, b), store.max(b, c));
        int second = store.max(store.max(c, store.add(b, a)), b);
        assertTrue(isOneNumber(first, second));
    }

    @Test
    void powersOfTwoScaleExactlyAndOthersDoNot() {
        assertFalse(isRounded(store.mul(store.integer(8), a)));
        assertTrue(isRounded(store.mul(store.integer(3), a)));
        assertTrue(isRounded(store.div(a, store.integer(3))));
        assertTrue(isRounded(store.exp2(a)));
        assertFalse(isRounded(store.exp2(store.floor(a))));
    }

    @Test
    void integersAreExact() {
        assertFalse(isRounded(store.add(store.floor(a), store.rint(b))));
        assertTrue(isRounded(store.floor(store.add(a, b))));
        Function bits = new Function("popc.u32", 1, true);
        assertFalse(isRounded(store.apply(bits, store.floor(a))));
    }

    @Test
    void otherArithmeticAndOtherFormatsGiveOtherNumbers() {
        int sum = store.add(a, b);
        long narrowed = 1 << 2;
        RoundedNumbers half =
                new RoundedNumbers(List.of(), Kinds.of(Map.of(sum, narrowed, a, narrowed)));
        MachineNumbers halves = new MachineNumbers(store, target, half);
        assertNotEquals(plain.of(sum, F32), halves.of(sum, F32));
        assertNotEquals(plain.of(a, F32), halves.of(a, F32));
        assertNotEquals(plain.of(sum, F32), plain.of(sum, F64));
        assertEquals(plain.of(b, F32), halves.of(b, F32));
    }

    @Test
    void theDifferenceOfTwoNumbersThatAreOneOverTheRealsIsNotZero() {
        int difference = store.keptDifference(store.mul(a, b));
        assertTrue(isRounded(difference));
        assertFalse(isOneNumber(difference, store.zero()));
    }
}

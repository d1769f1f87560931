package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.condition.DecideOptions;
import io.heddle.term.TermStore;
import org.junit.jupiter.api.Test;

class ContinuityTest {
    private final TermStore store = new TermStore();
    private final int symbol = store.declare(Made.input("x", 4).symbol());
    private final int a = store.element(symbol, 0);
    private final int b = store.element(symbol, 1);
    private final int c = store.element(symbol, 2);
    private final int sum = store.add(a, b);

    /** Whether the choice does not jump where its comparison turns. */
    private boolean isContinuous(int comparison, int then, int otherwise) {
        int choice = store.ite(comparison, then, otherwise);
        Continuity continuity = new Continuity(store, DecideOptions.defaults());
        continuity.ask(choice, comparison);
        continuity.decide();
        return continuity.isProved(choice, comparison);
    }

    @Test
    void aLeakyMaximumDoesNotJump() {
        int leaky = store.mul(store.integer(3), sum);
        assertEquals(true, isContinuous(store.lt(sum, store.zero()), leaky, sum));
        assertEquals(false, isContinuous(store.lt(sum, store.one()), leaky, sum));
    }

    @Test
    void armsThatMeetWhereTheNumbersAreEqualDoNotJump() {
        int product = store.mul(sum, c);
        assertEquals(true, isContinuous(store.lt(sum, c), product, store.mul(c, c)));
        assertEquals(false, isContinuous(store.lt(sum, c), product, store.mul(c, b)));
    }

    @Test
    void aJumpThatFewInputsShowIsAJump() {
        int hundred = store.integer(100);
        int clamped = store.min(c, hundred);
        assertEquals(false, isContinuous(store.lt(sum, store.one()), c, clamped));
    }

    @Test
    void aBranchOfAnOnlineSoftmaxDoesNotJump() {
        int greater = store.sub(c, sum); // the new maximum is c: scale what was summed before
        int scaled = store.fma(a, store.exp2(store.neg(greater)), store.one());
        int added = store.add(a, store.exp2(greater));
        assertEquals(true, isContinuous(store.lt(sum, c), scaled, added));
        int wrong = store.add(a, store.integer(2));
        assertEquals(false, isContinuous(store.lt(sum, c), scaled, wrong));
    }
}

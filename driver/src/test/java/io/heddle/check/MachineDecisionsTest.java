package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.condition.DecideOptions;
import io.heddle.term.LimitExceededException;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Each walk over the terms of a pair looks at its time. */
class MachineDecisionsTest {
    private static final int TERMS = 3000;

    private final TermStore store = new TermStore();
    private final int sum = sum();

    private int sum() {
        int x = store.declare(Made.input("x", TERMS).symbol());
        int sum = store.element(x, 0);
        for (int i = 1; i < TERMS; i++) {
            sum = store.add(sum, store.element(x, i));
        }
        return sum;
    }

    private MachineDecisions decisions(DecideOptions options) {
        TermStore target = new TermStore();
        Continuity continuity = new Continuity(store, options);
        return new MachineDecisions(store, target, RoundedNumbers.NONE, continuity, options);
    }

    @Test
    void aWalkEndsWithTheTime() {
        DecideOptions late = DecideOptions.defaults().until(System.nanoTime() - 1);
        for (Executable walk :
                new Executable[] {
                    () -> decisions(late).of(sum),
                    () -> decisions(late).askBelow(new int[] {sum}),
                    () -> decisions(late).forEachBelow(new int[] {sum}, true, (p, m) -> {}),
                }) {
            LimitExceededException stop = assertThrows(LimitExceededException.class, walk);
            assertEquals("the time limit", stop.getMessage());
        }
    }

    @Test
    void withTimeItComesToItsEnd() {
        MachineDecisions decisions = decisions(DecideOptions.defaults());
        assertEquals(decisions.of(sum), decisions.of(sum));
    }
}

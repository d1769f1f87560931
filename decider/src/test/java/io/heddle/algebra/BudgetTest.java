package io.heddle.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final int CHAIN = 400_000;

    private final TermStore store = new TermStore();
    private final AtomicLong looks = new AtomicLong();

    /** A sum that no form is made of before all its terms have been visited. */
    private int chain() {
        int x = store.declare(new Symbol("x", ElementType.F32, List.of(CHAIN)));
        int sum = store.abs(store.element(x, 0));
        for (int i = 1; i < CHAIN; i++) {
            sum = store.add(sum, store.element(x, i));
        }
        return sum;
    }

    private Canonicalizer forms(int root, long lastLook) {
        Budget budget = new Budget(Long.MAX_VALUE, lastLook, looks::incrementAndGet, null);
        return new Canonicalizer(
                store,
                new Ring(budget),
                FanOut.of(store, root),
                new Canonicalizer.Reading(false, Facts.NONE, LiteralReading.EXACT, null));
    }

    @Test
    void collectingTermsLooksAtTheClockInTime() {
        int root = chain();
        Canonicalizer forms = forms(root, 3);
        LimitExceededException stop =
                assertThrows(
                        LimitExceededException.class, () -> forms.difference(root, store.one()));
        assertTrue(stop.getMessage().contains("time limit"));
        assertEquals(4, looks.get()); // not one look later
    }

    @Test
    void aDeadlineFarAwayStopsNothing() {
        int root = chain();
        Canonicalizer forms = forms(root, Long.MAX_VALUE - 1);
        assertEquals(CHAIN + 2, forms.difference(root, store.one()).size()); // |x| is two
        assertTrue(looks.get() >= CHAIN / Budget.CLOCK_INTERVAL);
    }
}

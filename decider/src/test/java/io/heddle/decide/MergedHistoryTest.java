package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.algebra.Sign;
import org.junit.jupiter.api.Test;

/** What was known of merged terms before each term of the source. */
class MergedHistoryTest {
    private final MergedHistory history = new MergedHistory();

    @Test
    void whatALaterTermAddsIsNotKnownBefore() {
        history.note(7, 10, TwoSides.REFERENCE, false, 1);
        history.note(7, 20, TwoSides.CANDIDATE, true, 0);
        history.note(7, 30, TwoSides.REFERENCE, false, 4);
        assertEquals(0, history.sides(7, 10));
        assertEquals(TwoSides.REFERENCE, history.sides(7, 11));
        assertEquals(TwoSides.REFERENCE, history.sides(7, 20));
        assertEquals(TwoSides.BOTH, history.sides(7, 21));
        assertFalse(history.matters(7, 20));
        assertTrue(history.matters(7, 21));
        assertEquals(0, history.height(7, 10));
        assertEquals(1, history.height(7, 30));
        assertEquals(4, history.height(7, 31));
        assertEquals(TwoSides.BOTH, history.sides(7, MergedHistory.END));
    }

    @Test
    void ofOtherTermsNothingIsKnown() {
        history.note(7, 10, TwoSides.BOTH, true, 3);
        for (int other : new int[] {6, 8, 1_000_000}) {
            assertEquals(0, history.sides(other, MergedHistory.END));
            assertEquals(0, history.height(other, MergedHistory.END));
            assertFalse(history.matters(other, MergedHistory.END));
            assertNull(history.lent(other, MergedHistory.END));
        }
    }

    /** Else a lemma could be proved by a sign that follows from itself. */
    @Test
    void aSignIsLentFromItsLemmaOn() {
        history.lend(7, 10, Sign.NONNEGATIVE);
        history.lend(7, 20, Sign.POSITIVE);
        assertNull(history.lent(7, 10));
        assertEquals(Sign.NONNEGATIVE, history.lent(7, 11));
        assertEquals(Sign.NONNEGATIVE, history.lent(7, 20));
        assertEquals(Sign.POSITIVE, history.lent(7, 21));
    }

    @Test
    void manyTermsAndManyChangesAreKept() {
        for (int t = 1; t <= 3000; t++) {
            history.note(t % 1500, t, TwoSides.REFERENCE, false, t);
        }
        for (int t = 1501; t <= 3000; t++) {
            assertEquals(t - 1500, history.height(t % 1500, t));
            assertEquals(t, history.height(t % 1500, t + 1));
        }
    }
}

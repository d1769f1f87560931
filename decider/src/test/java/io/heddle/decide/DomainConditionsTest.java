package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A domain condition is listed unless something shows it that does not need it itself. */
class DomainConditionsTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;
    private final int x = terms.scalar("x");
    private final int v = terms.scalar("v");

    private List<String> assumed(int reference, int candidate) {
        Decision d = terms.decide(reference, candidate, DecideOptions.defaults());
        return assertInstanceOf(Decision.Proved.class, d, d.toString()).texts();
    }

    /** The square of √v is not negative where √v is a number: that does not show that v is not. */
    @Test
    void squareOfARootDoesNotShowTheRootsDomain() {
        int square = store.mul(store.sqrt(v), store.sqrt(v));
        assertEquals(List.of("v >= 0"), assumed(v, square));
    }

    @Test
    void powerOfALogarithmDoesNotShowTheLogarithmsDomain() {
        int back = store.exp2(store.log2(v));
        assertEquals(List.of("v > 0"), assumed(v, back));
    }

    /** A one-pass variance is not negative: the two-pass one, a sum of squares, shows it. */
    @Test
    void sumOfSquaresShowsTheDomainOfADifference() {
        int[] row = terms.vector("r", 4);
        int mean = store.mul(terms.sum(row), terms.number(1, 4));
        int squares = store.zero();
        int deviations = store.zero();
        for (int t : row) {
            squares = store.fma(t, t, squares);
            int d = store.sub(t, mean);
            deviations = store.fma(d, d, deviations);
        }
        int onePass = store.sub(store.mul(squares, terms.number(1, 4)), store.mul(mean, mean));
        int twoPass = store.mul(deviations, terms.number(1, 4));
        assertEquals(List.of(), assumed(store.sqrt(onePass), store.sqrt(twoPass)));
        assertEquals(List.of(), assumed(store.sqrt(twoPass), store.sqrt(onePass)));
    }

    /** What one output's terms show of a condition is not taken over where it does not hold. */
    @Test
    void conditionShownUnderAnotherIsListedForEveryOutput() {
        int w = store.sub(x, v);
        int square = store.mul(store.sqrt(w), store.sqrt(w));
        VerificationCondition first =
                new VerificationCondition("y", 0, store.add(w, x), store.add(square, x));
        VerificationCondition second =
                new VerificationCondition("y", 1, store.sqrt(w), store.div(w, store.sqrt(w)));
        for (Decision d :
                new Decider(store, DecideOptions.defaults()).decide(List.of(first, second))) {
            Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d, d.toString());
            assertTrue(proved.texts().contains("(x - v) >= 0"), proved.toString());
        }
    }
}

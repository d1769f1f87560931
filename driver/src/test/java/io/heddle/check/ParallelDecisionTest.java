package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.suite.Limits;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParallelDecisionTest {
    private static final int CONDITIONS = 600;
    private static final int WRONG_EVERY = 50;

    @Test
    void manyConditionsGetTheirOwnDecisionsInOrder() {
        TermStore store = new TermStore();
        int x = store.declare(Made.input("x", CONDITIONS + 1).symbol());
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < CONDITIONS; i++) {
            int a = store.element(x, i);
            int b = store.element(x, i + 1);
            int square = store.mul(store.add(a, b), store.add(a, b));
            int expanded =
                    store.add(
                            store.mul(a, a),
                            store.fma(
                                    store.add(b, a),
                                    b,
                                    store.mul(store.integer(1), store.mul(a, b))));
            int wrong = i % WRONG_EVERY == 7 ? store.add(expanded, b) : expanded;
            conditions.add(new VerificationCondition("y", i, square, wrong));
        }
        List<Decision> decisions =
                ParallelDecision.decide(
                        store, conditions, DecideOptions.defaults(), Limits.DEFAULT);
        assertEquals(CONDITIONS, decisions.size());
        for (int i = 0; i < CONDITIONS; i++) {
            Class<?> expected =
                    i % WRONG_EVERY == 7 ? Decision.Refuted.class : Decision.Proved.class;
            assertEquals(expected, decisions.get(i).getClass(), "condition " + i);
        }
    }
}

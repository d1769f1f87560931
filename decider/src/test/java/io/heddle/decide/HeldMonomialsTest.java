package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.algebra.MonomialPool;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What all threads of a pair hold together is limited, and changes no decision. */
@Timeout(120)
class HeldMonomialsTest {
    private static final int THREADS = 4;
    private static final int CONDITIONS = 12;
    private static final int FACTORS = 12; // 4,096 monomials and the intermediate ones
    private static final int WRONG = 7;
    private static final long ENOUGH_FOR_ONE = 60_000; // products
    private static final long FEW = 40_000; // a norm needs lemmas

    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    /** Products of sums, to be multiplied out: no two share a term. One of them does not hold. */
    private List<VerificationCondition> products() {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < CONDITIONS; i++) {
            int[] x = terms.vector("x" + i, FACTORS);
            int[] y = terms.vector("y" + i, FACTORS);
            int up = store.one();
            int down = store.one();
            for (int k = 0; k < FACTORS; k++) {
                int j = FACTORS - 1 - k;
                up = store.mul(up, store.add(x[k], y[k]));
                down = store.mul(down, store.add(x[j], i == WRONG && k == 0 ? x[j] : y[j]));
            }
            int half = store.mul(store.add(x[0], y[0]), store.add(x[1], y[1]));
            down = store.add(store.sub(down, half), half);
            conditions.add(new VerificationCondition("y", i, up, down));
        }
        return conditions;
    }

    private static DecideOptions holding(long monomials) {
        return DecideOptions.defaults().holding(monomials);
    }

    /** Decides in several threads, a condition at a time. */
    private static List<Decision> decide(RangeDecider decider, int threads) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<List<Decision>>> parts = new ArrayList<>();
        for (int i = 0; i < CONDITIONS; i++) {
            int first = i;
            Callable<List<Decision>> part = () -> decider.decide(first, first + 1);
            parts.add(executor.submit(part));
        }
        List<Decision> decisions = new ArrayList<>();
        for (Future<List<Decision>> part : parts) {
            decisions.addAll(part.get());
        }
        executor.shutdown();
        return decisions;
    }

    /**
     * Decides in one thread and in several.
     *
     * @param wrong the condition that does not hold
     * @return the decisions of one thread
     */
    private List<Decision> decidesTheSame(
            List<VerificationCondition> conditions, int wrong, DecideOptions options)
            throws Exception {
        MonomialPool alone = options.pool();
        MonomialPool pool = options.pool();
        List<Decision> expected = decide(new RangeDecider(store, options, conditions, alone), 1);
        for (int i = 0; i < CONDITIONS; i++) {
            Class<?> kind = i == wrong ? Decision.Refuted.class : Decision.Proved.class;
            assertInstanceOf(kind, expected.get(i));
        }
        RangeDecider decider = new RangeDecider(store, options, conditions, pool);
        List<Decision> found = decide(decider, THREADS);
        for (int i = 0; i < CONDITIONS; i++) {
            assertEquals(expected.get(i).getClass(), found.get(i).getClass());
            if (expected.get(i) instanceof Decision.Proved proved) {
                Decision.Proved other = (Decision.Proved) found.get(i);
                assertEquals(proved.method(), other.method());
                assertEquals(proved.assumptions(), other.assumptions());
            }
        }
        for (MonomialPool each : List.of(alone, pool)) {
            String held = each.mostHeld() + " of " + options.heldMonomials();
            assertTrue(each.mostHeld() > pool.mostOfOne() * 5 / 8, held); // two do not fit
            assertTrue(each.mostHeld() <= options.heldMonomials(), held);
        }
        decider.forget();
        assertEquals(0, pool.held());
        return expected;
    }

    @Test
    void threadsThatWaitForEachOtherDecideAsOneDoes() throws Exception {
        List<Decision> decisions = decidesTheSame(products(), WRONG, holding(ENOUGH_FOR_ONE));
        for (int i = 0; i < CONDITIONS; i++) {
            if (decisions.get(i) instanceof Decision.Proved proved) {
                assertEquals(Decision.Method.EXACT, proved.method());
            }
        }
    }

    @Test
    void threadsThatWaitForLemmasDecideAsOneDoes() throws Exception {
        List<VerificationCondition> norms = ProjectedNorms.of(terms, CONDITIONS);
        List<Decision> decisions = decidesTheSame(norms, CONDITIONS - 1, holding(FEW));
        Decision.Proved first = assertInstanceOf(Decision.Proved.class, decisions.get(0));
        assertEquals(Decision.Method.LEMMA, first.method());
    }

    @Test
    void aProofThatNeedsMoreThanOneMayHaveEndsAtTheLimit() {
        List<VerificationCondition> one = products().subList(0, 1);
        MonomialPool pool = holding(ENOUGH_FOR_ONE / 2).pool();
        RangeDecider decider = new RangeDecider(store, DecideOptions.defaults(), one, pool);
        Decision.Proved proved =
                assertInstanceOf(Decision.Proved.class, decider.decide(0, 1).get(0));
        assertEquals(Decision.Method.LEMMA, proved.method()); // its forms are too large
        assertTrue(pool.mostHeld() <= ENOUGH_FOR_ONE / 2);
    }

    @Test
    void nothingIsHeldAfterAFailure() {
        List<VerificationCondition> conditions = ProjectedNorms.of(terms, CONDITIONS);
        DecideOptions options = holding(100 * FEW).within(FEW / 2);
        MonomialPool pool = options.pool();
        RangeDecider decider = new RangeDecider(store, options, conditions, pool);
        int wrong = conditions.get(CONDITIONS - 1).candidate(); // not equal to its reference
        int other = conditions.get(CONDITIONS - 1).reference();
        decider.use(new Lemmas(List.of(new Lemmas.Of(false, List.of(wrong, other)))));
        assertThrows(IllegalArgumentException.class, () -> decider.decide(0, CONDITIONS));
        assertTrue(pool.mostHeld() > 0);
        assertEquals(0, pool.held());
    }
}

package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The greatest of many: work that grows with their number, not with its square. */
class LongMaximaTest {
    private static final int N = 4_000;
    private static final DecideOptions FEW = DecideOptions.defaults().within(100_000);

    private final Terms terms = new Terms();
    private final TermStore store = terms.store;
    private final int[] x = terms.vector("x", N);

    private int tree(int from, int to) {
        int middle = (from + to) >>> 1;
        return to - from == 1 ? x[from] : store.max(tree(from, middle), tree(middle, to));
    }

    @Test
    void chainAndTreeAreOneSet() {
        Decision d = terms.decide(terms.max(x), tree(0, N), FEW);
        Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d, d.toString());
        assertEquals(Decision.Method.EXACT, proved.method());
        Decision sum =
                terms.decide(
                        store.fma(terms.max(x), x[0], x[1]),
                        store.add(x[1], store.mul(tree(0, N), x[0])),
                        FEW);
        assertInstanceOf(Decision.Proved.class, sum, sum.toString());
    }

    @Test
    void theLeastOfManyToo() {
        int chain = x[0];
        int back = x[N - 1];
        for (int i = 1; i < N; i++) {
            chain = store.min(chain, x[i]);
            back = store.min(back, x[N - 1 - i]);
        }
        Decision d = terms.decide(chain, back, FEW);
        assertInstanceOf(Decision.Proved.class, d, d.toString());
    }

    @Test
    void aMissingElementIsSeen() {
        int[] without = Arrays.copyOfRange(x, 1, N);
        assertFalse(terms.decide(terms.max(without), tree(0, N), FEW) instanceof Decision.Proved);
    }

    /** Each of eight lanes starts with the maximum so far: 8 to the 16th ways lead to the first. */
    @Test
    void lanesThatShareARunningMaximum() {
        int running = x[0];
        for (int tile = 0; tile < 16; tile++) {
            int[] lanes = new int[8];
            for (int lane = 0; lane < lanes.length; lane++) {
                lanes[lane] = store.max(running, x[1 + 8 * tile + lane]);
            }
            running = terms.max(lanes);
        }
        int chain = terms.max(Arrays.copyOf(x, 1 + 8 * 16));
        Decision d = terms.decide(running, chain, FEW);
        assertInstanceOf(Decision.Proved.class, d, d.toString());
    }

    /** Maxima that are outputs and parts of other outputs have forms of their own. */
    @Test
    void runningMaximaAreOutputs() {
        int n = 60;
        List<VerificationCondition> conditions = new ArrayList<>();
        int running = x[0];
        for (int i = 1; i < n; i++) {
            running = store.max(running, x[i]);
            int[] back = new int[i + 1];
            for (int j = 0; j <= i; j++) {
                back[j] = x[i - j];
            }
            conditions.add(new VerificationCondition("y", i, running, terms.max(back)));
        }
        for (Decision d : new Decider(store, DecideOptions.defaults()).decide(conditions)) {
            assertInstanceOf(Decision.Proved.class, d, d.toString());
        }
    }
}

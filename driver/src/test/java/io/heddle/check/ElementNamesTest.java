package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.check.Simulated.Run;
import io.heddle.check.Simulated.Times;
import io.heddle.condition.DecideOptions;
import io.heddle.launch.TensorSpec;
import io.heddle.report.PairReport.Defect;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

class ElementNamesTest {
    @Test
    void flatIndicesOfTheDeciderBecomeTheUsersIndices() {
        TensorSpec y = Made.output("y", 2, 3);
        Side side = Made.side(y);
        Pair pair = Made.pair(side, side);
        TermStore store = new TermStore();
        Run run =
                new Run(
                        Made.launch(side),
                        Made.result(
                                Made.outcome(
                                        store.trueTerm(), Made.contents(y, 1, 1, 1, 1, 1, 1))));
        ComparedElements elements =
                new ElementComparison(
                                pair, store, run.result(), run.result(), DecideOptions.defaults())
                        .list();
        Defect none = null;
        Simulated simulated =
                new Simulated(
                        pair,
                        null,
                        store,
                        run,
                        run,
                        elements,
                        none,
                        List.of(),
                        List.of(),
                        new Times(1, 2, System.nanoTime()));
        assertEquals(List.of(1L, 2L), ElementNames.index(simulated, "y", List.of(5L)));
        assertEquals(List.of(1L, 2L), ElementNames.index(simulated, "y", List.of(1L, 2L)));
        assertEquals(List.of(5L), ElementNames.index(simulated, "z", List.of(5L)));
        assertEquals("y[1,2]", ElementNames.of(simulated, "y", 5));
    }
}

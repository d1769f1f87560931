package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatcherTest {
    private final List<List<Integer>> sent = new ArrayList<>();
    private final Batcher batcher =
            new Batcher(
                    10,
                    () -> 1,
                    batch -> sent.add(batch.stream().map(DecidingPair::number).toList()));

    private static DecidingPair pair(int number) {
        return new DecidingPair(null, null, HeddleRegistratorTest.cut(number), 0);
    }

    @Test
    void aPairGoesOutAtOnceWhileNothingElseIsOut() {
        batcher.add(pair(1));
        assertEquals(List.of(List.of(1)), sent);
    }

    @Test
    void pairsWaitForEachOtherWhileExecutorsAreBusy() {
        batcher.add(pair(1));
        batcher.add(pair(2));
        assertEquals(1, sent.size());
        batcher.done();
        assertEquals(List.of(List.of(1), List.of(2)), sent);
    }

    @Test
    void aBatchHasALimit() {
        int terms = (int) pair(0).terms();
        Batcher two = new Batcher(2 * terms, () -> 1, b -> sent.add(List.of(b.size())));
        for (int i = 0; i < 6; i++) {
            two.add(pair(i));
        }
        two.done();
        two.done();
        two.done();
        assertEquals(List.of(List.of(1), List.of(2), List.of(2), List.of(1)), sent);
    }
}

package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
    void executorsThatComeLaterGetPairsAtOnce() {
        AtomicInteger most = new AtomicInteger(1);
        Batcher growing = new Batcher(10, most::get, batch -> sent.add(List.of(batch.size())));
        for (int i = 0; i < 4; i++) {
            growing.add(pair(i));
        }
        assertEquals(1, sent.size());
        most.set(3);
        growing.add(pair(4)); // those that wait go first, one batch for each core that has come
        growing.add(pair(5));
        growing.add(pair(6));
        assertEquals(3, sent.size());
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

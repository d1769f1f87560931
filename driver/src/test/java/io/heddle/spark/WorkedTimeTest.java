package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkedTimeTest {
    private final WorkedTime worked = new WorkedTime();

    @Test
    void tasksOneAfterTheOtherAddUp() {
        worked.add(10, 20);
        worked.add(30, 35);
        worked.add(20, 22);
        assertEquals(17, worked.nanos());
    }

    @Test
    void whatTwoTasksDoAtATimeCountsOnce() {
        worked.add(10, 20);
        worked.add(15, 30);
        worked.add(12, 18);
        assertEquals(20, worked.nanos());
    }

    @Test
    void anySpansCountWhatTheyCover() {
        Random random = new Random(1);
        BitSet covered = new BitSet();
        for (int i = 0; i < 300; i++) {
            int begin = random.nextInt(5_000);
            int end = begin + random.nextInt(30);
            covered.set(begin, end);
            worked.add(begin - 2_500L, end - 2_500L); // clocks may be negative
            assertEquals(covered.cardinality(), worked.nanos());
        }
    }
}

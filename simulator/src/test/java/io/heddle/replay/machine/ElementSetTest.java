package io.heddle.replay.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sets of elements behave as bit sets do. */
class ElementSetTest {
    @Test
    void itHoldsWhatABitSetHolds() {
        Random random = new Random(1);
        for (int turn = 0; turn < 20; turn++) {
            BitSet expected = new BitSet();
            ElementSet set = new ElementSet();
            ElementSet other = new ElementSet();
            for (int k = 0; k < 30; k++) {
                int from = random.nextInt(1 << 18);
                int to = from + random.nextInt(1 << 17);
                expected.set(from, to);
                (k % 3 == 0 ? other : set).set(from, to);
                int one = random.nextInt(1 << 20);
                expected.set(one);
                set.set(one);
            }
            set.addAll(other);
            assertEquals(expected.cardinality(), set.size());
            assertEquals(expected.length() - 1, set.last());
            int at = -1;
            for (int e = set.next(0); e >= 0; e = set.next(e + 1)) {
                assertEquals(expected.nextSetBit(at + 1), e);
                assertTrue(set.contains(e));
                at = e;
            }
            assertEquals(-1, expected.nextSetBit(at + 1));
        }
    }

    @Test
    void theLastElementsCostLittle() {
        ElementSet set = new ElementSet();
        assertEquals(-1, set.last());
        assertEquals(-1, set.next(0));
        assertTrue(set.isEmpty());
        set.set(Integer.MAX_VALUE - 1);
        set.set(Integer.MAX_VALUE - 3, Integer.MAX_VALUE - 1);
        assertEquals(3, set.size());
        assertEquals(Integer.MAX_VALUE - 1, set.last());
        assertEquals(Integer.MAX_VALUE - 3, set.next(0));
        assertEquals(-1, set.next(Integer.MAX_VALUE));
    }
}

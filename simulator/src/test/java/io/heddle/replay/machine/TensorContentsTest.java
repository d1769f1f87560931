package io.heddle.replay.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.term.ElementType;
import org.junit.jupiter.api.Test;

class TensorContentsTest {
    private int asked;

    @Test
    void keptPatternsAreComputedOnce() {
        int size = 1000; // not a whole number of blocks
        TensorContents contents =
                TensorContents.kept(
                        ElementType.U32,
                        size,
                        flat -> {
                            asked++;
                            return 3L * flat;
                        });
        assertEquals(0, asked);
        for (int round = 0; round < 2; round++) {
            for (int flat = size - 1; flat >= 0; flat--) {
                assertEquals(3L * flat, contents.bits(flat));
            }
        }
        assertEquals(size, asked);
    }
}

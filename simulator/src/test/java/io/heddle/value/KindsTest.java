package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KindsTest {
    @Test
    void aTermOfTwoExecutionsHasBothKinds() {
        Kinds both = Kinds.of(Map.of(7, 1L, 3, 2L)).and(Kinds.of(Map.of(7, 4L, 900, 8L)));
        assertEquals(2, both.of(3));
        assertEquals(5, both.of(7));
        assertEquals(8, both.of(900));
        assertEquals(0, both.of(8));
        assertEquals(3, both.size());
    }

    @Test
    void noTermsAreAddedByNone() {
        Kinds some = Kinds.of(Map.of(7, 1L));
        assertEquals(some, some.and(Kinds.NONE));
        assertEquals(1, Kinds.NONE.and(some).of(7));
    }
}

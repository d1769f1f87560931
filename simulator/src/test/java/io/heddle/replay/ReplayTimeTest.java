package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReplayTimeTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void inputsAreBegunInAQuarterOfTheTimeOrInTenSeconds() {
        assertEquals(150 * SECOND, ReplayTime.toBegin(600 * SECOND));
        assertEquals(10 * SECOND, ReplayTime.toBegin(20 * SECOND));
        assertEquals(SECOND, ReplayTime.toBegin(SECOND));
        assertEquals(450 * SECOND, ReplayTime.toBeginFurther(600 * SECOND));
        assertEquals(SECOND, ReplayTime.toBeginFurther(SECOND));
    }
}

package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
    @Test
    void timesHaveUnits() {
        assertEquals(90, Quantities.seconds("t", "90"));
        assertEquals(90, Quantities.seconds("t", "90s"));
        assertEquals(0.5, Quantities.seconds("t", "500ms"));
        assertEquals(90, Quantities.seconds("t", "1.5m"));
        assertEquals(7200, Quantities.seconds("t", "2h"));
    }

    @Test
    void sizesHaveUnitsOfPowersOf1024() {
        assertEquals(8L << 30, Quantities.bytes("m", "8g"));
        assertEquals(512L << 20, Quantities.bytes("m", "512M"));
        assertEquals(1000, Quantities.bytes("m", "1000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "0", "fast", "3 weeks", "1e999", "9999999999h"})
    void anythingElseIsRefused(String text) {
        assertThrows(InputException.class, () -> Quantities.seconds("--limit-time", text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "0", "big", "8 gigs", "99999999999t"})
    void nonsenseSizesAreRefused(String text) {
        assertThrows(InputException.class, () -> Quantities.bytes("--limit-memory", text));
    }
}

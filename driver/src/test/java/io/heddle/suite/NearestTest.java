package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    @Test
    void aSlipOfTheFingerFindsItsWord() {
        assertEquals("name", Nearest.to("nme", List.of("entry", "name", "args")));
        assertEquals("candidate", Nearest.to("canddate", List.of("reference", "candidate")));
    }

    @Test
    void anotherWordFindsNothing() {
        assertNull(Nearest.to("colour", List.of("entry", "name", "args")));
        assertNull(Nearest.to("x", List.of()));
    }
}

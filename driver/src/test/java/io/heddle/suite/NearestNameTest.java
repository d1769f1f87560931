package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    @Test
    void aSlipOfTheFingerFindsItsWord() {
        assertEquals("name", NearestName.to("nme", List.of("entry", "name", "args")));
        assertEquals("candidate", NearestName.to("canddate", List.of("reference", "candidate")));
    }

    @Test
    void anotherWordFindsNothing() {
        assertNull(NearestName.to("colour", List.of("entry", "name", "args")));
        assertNull(NearestName.to("x", List.of()));
    }
}

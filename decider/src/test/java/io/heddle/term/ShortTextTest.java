package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What users wrote is quoted in part if it is long. */
class ShortTextTest {
    @Test
    void aLongTextEndsInAnEllipsis() {
        String text = "x".repeat(60);
        assertEquals(text, ShortText.of(text));
        assertEquals("x".repeat(59) + "…", ShortText.of(text + "x"));
    }

    @Test
    void noCharacterIsCutInTwo() {
        String wide = "\uD83D\uDE00".repeat(60);
        assertEquals(wide, ShortText.of(wide));
        assertEquals("\uD83D\uDE00".repeat(59) + "…", ShortText.of(wide + "x"));
    }
}

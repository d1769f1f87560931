package io.heddle.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.suite.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    private static List<String> split(String text) {
        return ShellWords.split("--nvcc-flags", text);
    }

    @Test
    void wordsAreSplitAsAShellDoes() {
        assertEquals(List.of(), split(" \t"));
        assertEquals(List.of("-O3", "-DN=4"), split("  -O3   -DN=4 "));
        assertEquals(
                List.of("-I", "my folder", "-DS=\"a b\""), split("-I 'my folder' -DS='\"a b\"'"));
        assertEquals(List.of("ab c", "", "d"), split("a\"b c\" '' d"));
        assertEquals(List.of("a b", "\\c", "\"", "$"), split("a\\ b \"\\c\" \\\" \"\\$\""));
        assertEquals(List.of("it's"), split("\"it's\""));
        assertEquals(List.of("a\\"), split("a\\"));
    }

    @Test
    void anOpenQuoteIsAnError() {
        assertEquals(
                "--nvcc-flags -D'x: the quote ' is not closed",
                assertThrows(InputException.class, () -> split("-D'x")).getMessage());
    }
}

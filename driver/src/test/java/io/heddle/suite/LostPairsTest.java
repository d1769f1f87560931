package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No pair that is written in a suite is left out without a word. */
class LostPairsTest {
    private static final String HEAD =
            "suite = s\ndefaults { block = 1, args = [], ptx = k.ptx, reference {} }\n";

    @TempDir Path folder;

    @BeforeEach
    void files() throws IOException {
        Files.writeString(folder.resolve("k.ptx"), "never parsed here");
        Files.writeString(folder.resolve("one.conf"), "# pairs\npairs = [ { reference {} } ]");
        Files.writeString(folder.resolve("one.json"), "{ \"pairs\": [ { \"reference\": {} } ] }");
        Files.writeString(folder.resolve("outer.conf"), "vars.x = 1\ninclude \"one.conf\"");
        Files.writeString(folder.resolve("adds.conf"), "pairs += { reference {} }");
        Files.writeString(folder.resolve("vars.conf"), "a = 1");
        Files.writeString(folder.resolve("p.properties"), "pairs.reference=*.ptx");
    }

    private Suite suite(String text) throws IOException {
        String lines = HEAD + text.replace("\\n", "\n").replace("\\t", "\t");
        return SuiteReader.read(Files.writeString(folder.resolve("suite.conf"), lines));
    }

    private String error(String text) {
        return assertThrows(InputException.class, () -> suite(text))
                .getMessage()
                .replace(folder + "/", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ \"name\" = a, reference {}\\n \"name\" = b }|4:2: a second name in one pair, the"
                        + " first is at 3:13",
                "{ name\\t= a, reference {}\\n name\\t: b }|4:2: a second name in",
                "{ name\\u00a0= a, reference {}\\n name\\u00a0= b }|4:2: a second name in",
                "{ name # of it\\n"
                        + " = a, reference {}\\n"
                        + " \"\"\"name\"\"\"\\n"
                        + " = b }|5:2: a second name",
                "{ \"n\\u0061me\" = a, reference {}, name = b }|3:44: a second name in",
                "{ name = a, reference {}, name = ${?b} }|3:37: a second name in",
                "{ reference { entry = a }\\n reference { ptx = k.ptx } }|4:2: a second reference",
                "{ reference = ${r}\\n reference { entry = b } }|4:2: a second reference in",
                "{ reference {}, candidate {}, candidate {} }|3:41: a second candidate in",
                "{ reference.entry = a\\n reference.entry = b }|4:2: a second reference.entry in",
                "{ reference { entry = a }, reference.\"entry\" = b }|3:38: a second"
                        + " reference.entry in one pair, the first is at 3:25",
                "{ reference { entry = a, entry = b } }|3:36: a second reference.entry in",
                "{ reference { entry = a } { entry = b } }|3:39: a second reference.entry in",
                "{ reference {}, expect = RACE\\n expect = TRAP }|4:2: a second expect in",
                "{ reference {}, expect = ${a}, expect = ${b} }|3:42: a second expect in",
                "{ reference {}, limits { seconds = 1 }, limits { seconds = 2 } }|3:60: a second"
                        + " limits.seconds in one pair",
                "{ reference.entry = a, candidate.entry = b, candidate = null }|3:55: a second"
                        + " candidate in",
                "{ reference { args = [ { sym = a, sym = b } ] } }|3:45: a second sym in one item",
                "{ reference {} }\\t{ reference {} }|3:28: a comma is missing between } and {",
                "{ reference {} }\\u00a0{ reference {} }|3:28: a comma is missing between",
            })
    void twoPairsThatHoconMergesIntoOne(String pairs, String expected) {
        String message = error("pairs = [ " + pairs.replace("\\u00a0", "\u00a0") + " ]");
        assertTrue(message.startsWith("suite.conf:" + expected), message);
    }

    @Test
    void inAnAdditionToo() {
        String message = error("pairs += { reference {}, reference {} }");
        assertTrue(message.startsWith("suite.conf:3:26: a second reference in one"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"pairs\" = [ { reference {} } ]\\n\"pairs\" = []|suite.conf:4:1: other pairs in"
                        + " place of those in suite.conf:3:1; pairs += { … } adds one",
                "pairs\\n"
                        + ": [ { reference {} } ]\\n"
                        + "pairs\\t= ${vars.x}|suite.conf:5:1: other pairs in",
                "pairs += { reference {} }, pairs = []|suite.conf:3:28: other pairs in place",
                "include \"one.conf\"\\npairs = []|suite.conf:4:1: other pairs in place of those in"
                        + " one.conf:2:1",
                "pairs = []\\ninclude \"one.conf\"|suite.conf:4:1: include brings from one.conf:2:1"
                        + " other pairs in place of those in suite.conf:3:1",
                "pairs = []\\ninclude required(\"one.json\")|suite.conf:4:1: include brings from"
                        + " one.json:1:3 other pairs in place of those in suite.conf:3:1",
                "pairs = []\\n"
                        + "vars { include \"vars.conf\" }, include \"outer.conf\"|suite.conf:4:31:"
                        + " include brings from one.conf:2:1 other pairs",
                "pairs += { reference {} }\\ninclude \"outer.conf\"|suite.conf:4:1: include brings",
                "include \"outer.conf\", include \"one.conf\"|suite.conf:3:23: include brings from",
                "include \"one\"|suite.conf:3:1: include one brings two: one.json:1:3 has other"
                        + " pairs than one.conf:2:1",
                "include \"p.properties\"\\n"
                    + "pairs = []|suite.conf:4:1: other pairs in place of those in p.properties",
            })
    void pairsInPlaceOfOthers(String text, String expected) {
        assertTrue(error(text).startsWith(expected), error(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pairs = [ { name = a, reference {} }, { name = b, reference {} } ]",
                "pairs = [ { name = a, reference {} }\\n { \"name\" = name, reference {} } ]",
                "include \"one.conf\", pairs += { reference {} }",
                "include \"one.conf\", \"pairs\" = ${?pairs} [ { reference {} } ]",
                "include \"one.conf\", include \"adds.conf\"",
                "pairs = [ { reference {} } ], include \"adds.conf\"",
                "vars { include \"one.conf\" }, pairs = ${vars.pairs} [ { reference {} } ]",
            })
    void whatIsNoneOfThese(String text) throws IOException {
        assertEquals(2, suite(text).pairs().size());
    }

    @Test
    void keysOfAPairMayBeMadeOfSeveral() throws IOException {
        Pair pair =
                suite(
                                """
defaults { shared = 4 }, defaults { grid = 2 }
vars { r { entry = a, block = 8 }, none {} }
pairs = [
  { name = \"\"\"x" name = y""\"\"""
    reference = ${vars.r}, reference.entry = b, reference.grid = 3
    limits { seconds = 5 }, limits { memory = 1m }, limits.seconds = ${?no}
    tensors {}, tensors { }
    shared = 8, shared = ${?none} } // name = z
]
""")
                        .pairs()
                        .get(0);
        assertEquals("x\" name = y\"\"\"", pair.name());
        assertEquals("b", pair.reference().entry());
        assertEquals(8, pair.reference().block().x());
        assertEquals(8, pair.reference().shared());
    }

    @Test
    void manyKeysAreReadSoon() {
        StringBuilder keys = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            keys.append("k").append(i).append(" = 1\n");
        }
        String deep = "a.".repeat(100_000) + "a = 1";
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> {
                    assertTrue(error("pairs = [ {" + keys + "} ]").contains("unknown key"));
                    assertTrue(error("pairs = [ {" + deep + "} ]").contains("nested"));
                });
    }
}

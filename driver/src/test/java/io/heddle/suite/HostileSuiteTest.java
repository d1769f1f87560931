package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A suite that nobody would write on purpose is one line of error, soon. */
class HostileSuiteTest {
    private static final String HEAD =
            "suite = s\ndefaults { block = 1, args = [], ptx = k.ptx, reference {} }\n";

    @TempDir Path folder;

    @BeforeEach
    void kernels() throws IOException {
        Files.writeString(folder.resolve("k.ptx"), "never parsed here");
    }

    private Suite suite(String text) throws IOException {
        return SuiteReader.read(Files.writeString(folder.resolve("suite.conf"), HEAD + text));
    }

    private String error(String text) {
        String message =
                assertTimeoutPreemptively(
                        Duration.ofSeconds(20),
                        () -> assertThrows(InputException.class, () -> suite(text)).getMessage());
        assertFalse(message.contains("\n"), message);
        return message.replace(folder + "/", "");
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 20_000, 2_000_000})
    void deepNesting(int depth) {
        assertEquals(
                "suite.conf:3:205: brackets are nested deeper than 200",
                error("a = " + "[".repeat(depth) + "]".repeat(depth)));
        assertTrue(
                error("a = " + "{a".repeat(depth) + "}".repeat(depth)).contains("nested deeper"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pairs = [ { name = a, reference {} } { name = b, reference {} } ]|3:38: a comma is"
                        + " missing between } and {, which would make one of the two",
                "pairs = [ { name = a, reference {}, name = b } ]|3:37: a second name in one pair,"
                        + " the first is at 3:13; if it is another pair's, }, { is missing before"
                        + " it",
                "pairs = [ { reference {} } ], pairs = [ { reference {} } ]|3:31: other pairs in"
                        + " place of those in suite.conf:3:1; pairs",
                "pairs = [ { reference {} } ], pairs { reference = x }|3:31: other pairs in place",
                "pairs = [ { entry = = b } ]|3:21: Expecting a value but got wrong token: '='",
                "pairs = [ { entry = b ] }|3:23: ",
                "include url(\"http://127.0.0.1:9/x\")|: include url(http://127.0.0.1:9/x): only"
                        + " files can be included",
                "include \"nope.conf\"|:3:1: include nope.conf: no such file",
                "x {}, include required(\"nope\")|:3:7: include nope: no such file",
                "x { include file(\"/none/x.conf\") }|:3:5: include /none/x.conf: no such file",
                "include \"http://127.0.0.1:9/x\"|:3:1: include http://127.0.0.1:9/x: only files"
                        + " can be included",
                "include classpath(\"x\")|: include classpath(x): only files can be included",
                "include file(\"/dev/zero\")|: include /dev/zero: is not a regular file",
                "matrix { A = [1,2,3] }, x = 1|3: unknown key x",
            })
    void structure(String text, String expected) {
        String message = error(text);
        assertTrue(message.contains(expected), message);
        assertTrue(message.startsWith("suite.conf:"), message);
    }

    @Test
    void whatOnlyLooksLikeTwoPairsIsNone() throws IOException {
        String text =
                "base { reference {} }\n"
                        + "pairs = [ ${base} { name = \"} {\" } // } {\n"
                        + "  { name = b, reference { } }\n  { name = \"\"\"c } { \"\"\", # } {\n"
                        + "    reference {} } ]";
        assertTrue(error(text).startsWith("suite.conf:3: unknown key base"), error(text));
        assertEquals(3, suite(text.replace("base", "vars.base")).pairs().size());
    }

    @Test
    void pairsMayBeMadeOfEarlierOnes() throws IOException {
        assertEquals(
                3,
                suite(
                                "pairs = [ { reference {} } ], pairs += { reference {} }\n"
                                        + "vars { pairs = [ 1 ] }, pairs = ${pairs} [ { reference {"
                                        + " } } ]")
                        .pairs()
                        .size());
        String braces = "# one object\n { suite = s, pairs = [ { } ]\npairs = [ ] }";
        String message =
                assertThrows(
                                InputException.class,
                                () ->
                                        SuiteReader.read(
                                                Files.writeString(
                                                        folder.resolve("suite.conf"), braces)))
                        .getMessage();
        assertTrue(message.contains("suite.conf:3:1: other pairs in place"), message);
    }

    @Test
    void aMatrixIsCountedBeforeItIsExpanded() {
        StringBuilder matrix = new StringBuilder("pairs = [ { reference {} } ], matrix {\n");
        for (int i = 0; i < 40; i++) {
            matrix.append("M").append(i).append(" = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n");
        }
        assertEquals(
                "suite.conf: the matrix makes more than 100,000 pairs; split the suite",
                error(matrix + "}"));
    }

    @Test
    void controlCharactersInNamesAreEscaped() throws IOException {
        Suite suite = suite("pairs = [ { name = \"a\\u001b[31m\\nb\", reference {} } ]");
        assertEquals("a\\u001b[31m\\u000ab", suite.pairs().get(0).name());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "grid = [2147483647], cta = all|is too large to be executed as a whole",
                "grid = [65536, 65536, 65536], cta = all|is too large to be executed as a whole",
                "grid = [2147483648]|expected an integer from 1 to 2147483647, found",
                "shared = 2147483648|expected an integer from 0 to 2147483647, found",
            })
    void sizesNearTheLargestInt(String what, String expected) {
        String message = error("pairs = [ { reference {}, " + what + " } ]");
        assertTrue(message.contains(expected), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shape = [65536, 65536]|more than 2^31 - 1 elements",
                "shape = [4294967297]|expected an integer from 1 to 2147483647, found",
                "shape = [2147483647, 2], layout = [1099511627776, 1]|more than 2^31 - 1 elements",
                "shape = [2147483647], layout = [1099511627776]|beyond 2^47 bytes",
            })
    void tensorsNearTheLargestInt(String what, String expected) {
        String message =
                error(
                        "pairs = [ { reference {} } ], tensors { x { type = f32, role = in, "
                                + what
                                + " } }");
        assertTrue(message.contains(expected), message);
    }

    @Test
    void whatIsNoRegularFileIsNotRead() {
        for (String file : List.of("/dev/zero", "/dev/tty")) {
            String message =
                    assertThrows(InputException.class, () -> SuiteReader.read(Path.of(file)))
                            .getMessage();
            assertEquals(file + ": is not a regular file", message);
        }
    }
}

package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs whose verdict is to hold for all inputs. */
class AnyInputPairsTest {
    private static final String KERNEL =
            "reference { args = [x, y, { sym = n, type = s32 }, { sym = a, type = f32 }] }";

    @TempDir Path folder;

    @BeforeEach
    void files() throws IOException {
        Files.writeString(folder.resolve("k.ptx"), "never parsed here");
        Files.writeString(folder.resolve("f.py"), "never parsed here");
    }

    private Path suite(String defaults, String pair) throws IOException {
        return Files.writeString(
                folder.resolve("suite.conf"),
                "suite = s, defaults { ptx = k.ptx, block = 32 }, defaults { "
                        + defaults
                        + " }\n"
                        + "tensors { x { type = f32, shape = [100], role = in }\n"
                        + " y { type = f32, shape = [100], role = out } }\n"
                        + "matrix { N = [7, 8] }\n"
                        + "pairs = [ { "
                        + pair
                        + " } ]");
    }

    private AnyInput inputs(String defaults, String pair) throws IOException {
        return SuiteReader.read(suite(defaults, pair)).pairs().get(0).anyInput();
    }

    @Test
    void aPairIsOfOneLaunchUnlessItSaysOtherwise() throws IOException {
        assertNull(inputs("", KERNEL));
        assertNull(inputs("", KERNEL + ", anyInput = false"));
        assertNull(inputs("", KERNEL + ", anyInput = null"));
        assertEquals(
                new AnyInput(List.of(), Map.of(), true), inputs("", KERNEL + ", anyInput = true"));
    }

    @Test
    void thePairWinsOverTheDefaults() throws IOException {
        assertEquals(new AnyInput(List.of(), Map.of(), true), inputs("anyInput = true", KERNEL));
        assertNull(inputs("anyInput = true", KERNEL + ", anyInput = false"));
        assertTrue(
                SuiteReader.read(
                                suite(
                                        "anyInput = true",
                                        KERNEL + ", candidate { }, anyInput = false"))
                        .pairs()
                        .stream()
                        .noneMatch(p -> p.isSingle()));
    }

    @Test
    void anObjectSaysWhatIsAssumedAndHowLargeTensorsAre() throws IOException {
        assertEquals(
                new AnyInput(
                        List.of("n <= 1024 && n % 7 == 0", "gridDim.x <= 10"),
                        Map.of("x", List.of("n", "2 * n"), "y", List.of()),
                        false),
                inputs(
                        "",
                        KERNEL
                                + ", anyInput { assume = [\"n <= 1024 && n % ${N} == 0\","
                                + " \"gridDim.x <= 10\"], extents { x = [n, \"2 * n\"], y = [] },"
                                + " grid = launch }"));
        assertEquals(
                new AnyInput(List.of("n == 3"), Map.of("x", List.of("3")), true),
                inputs(
                        "",
                        KERNEL + ", anyInput { assume = \"n == 3\", extents.x = 3, grid = any }"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "anyInput = some|pairs[0].anyInput: expected true or false, found 'some'",
                "anyInput = [n]|pairs[0].anyInput: expected true or false, found [ … ]",
                "anyInput { asume = [] }|unknown key asume in pairs[0].anyInput, did you mean"
                        + " assume",
                "anyInput { grid = 3 }|pairs[0].anyInput.grid: expected any or launch, found '3'",
                "anyInput { assume = [\"n < \"] }|pairs[0].anyInput.assume[0]: n < : column",
                "anyInput { assume = [\"m < 3\"] }|pairs[0].anyInput.assume[0]: m < 3: column 1: ",
                "anyInput { assume = [\"a < 3\"] }|pairs[0].anyInput.assume[0]: a < 3: column 1: ",
                "anyInput { assume = [n] }|pairs[0].anyInput.assume[0]: n: column ",
                "anyInput { extents { x = [\"n <= 3\"] } }|pairs[0].anyInput.extents.x[0]: n <= 3:"
                        + " column ",
                "anyInput { extents { z = [n] } }|extents: no argument is a tensor named z; there"
                        + " are x, y",
                "anyInput { extents { n = [n] } }|extents: no argument is a tensor named n",
                "anyInput = true, candidate { }|anyInput is for a single kernel, this pair has a"
                        + " candidate",
                "anyInput = true, reference { spec = f.py }, candidate { args = [x, y], cta = all }"
                        + "|anyInput is for a single kernel, this pair has a candidate",
                "anyInput = true, reference { launches = [{ args = [x] }, { args = [y] }], cta ="
                        + " all }|anyInput is for a single kernel, this pair has 2 launches"
            })
    void anErrorNamesFileLineAndWhatWasExpected(String pair, String message) throws IOException {
        String whole = pair.contains("reference {") ? pair : KERNEL + ", " + pair;
        Path file = suite("", whole);
        String error =
                assertThrows(InputException.class, () -> SuiteReader.read(file)).getMessage();
        assertFalse(error.contains("\n"), error);
        assertTrue(error.startsWith(file + ":5: " + message), error);
    }
}

package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Role;
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

/** Sides of pairs that are formulas, or several launches. */
class FormulaSidesTest {
    @TempDir Path folder;

    @BeforeEach
    void files() throws IOException {
        for (String name : List.of("k.ptx", "other.ptx", "f.py", "f.txt")) {
            Files.writeString(folder.resolve(name), "never parsed here");
        }
    }

    private Pair pair(String pair) throws IOException {
        String text =
                "suite = s, defaults { ptx = k.ptx, block = 32, cta = all }\n"
                        + "tensors { x { type = f32, shape = [100], role = in }\n"
                        + " part { type = f32, shape = [4], role = temp }\n"
                        + " y { type = f32, shape = [1], role = out } }\n"
                        + "pairs = [ "
                        + pair
                        + " ]";
        return SuiteReader.read(Files.writeString(folder.resolve("suite.conf"), text))
                .pairs()
                .get(0);
    }

    private static final String TWO =
            "launches = [ { entry = partial, grid = 4, args = [x, part] },"
                    + " { ptx = other.ptx, entry = total, block = 1, args = [part, y, 4] } ]";

    @Test
    void aFormulaTakesTheArgumentsOfTheCandidate() throws IOException {
        Pair pair = pair("{ reference { spec = f.py }, candidate { entry = k, args = [x, y] } }");
        assertTrue(pair.reference().isFormula());
        assertFalse(pair.candidate().isFormula());
        assertEquals(folder.resolve("f.py").toString(), pair.reference().ptx());
        assertEquals(pair.candidate().arguments(), pair.reference().arguments());
    }

    @Test
    void aFormulaMayBeGivenDims() throws IOException {
        String candidate = "candidate { entry = k, args = [x, y] } }";
        Pair pair = pair("{ reference { spec = f.py, dims { G = 2, H = 3 } }, " + candidate);
        assertEquals(Map.of("G", 2L, "H", 3L), pair.reference().dims());
        assertEquals(
                Map.of(), pair("{ reference { spec = f.py }, " + candidate).reference().dims());
    }

    @Test
    void aSideMayBeSeveralLaunches() throws IOException {
        Pair pair = pair("{ reference { spec = f.py }, candidate { " + TWO + " } }");
        List<Side> launches = pair.candidate().launches();
        assertEquals(List.of("partial", "total"), launches.stream().map(Side::entry).toList());
        assertEquals(new Dim3(4, 1, 1), launches.get(0).grid());
        assertEquals(new Dim3(32, 1, 1), launches.get(0).block());
        assertEquals(new Dim3(1, 1, 1), launches.get(1).block());
        assertNull(launches.get(1).cta());
        assertEquals(5, pair.reference().arguments().size());
        assertEquals(
                List.of("f.py", "k.ptx", "other.ptx").stream()
                        .map(name -> folder.resolve(name).toString())
                        .toList(),
                pair.files());
    }

    @Test
    void whatATemporaryTensorHoldsFirstIsNotDefined() throws IOException {
        Pair pair = pair("{ reference { " + TWO + " } }");
        assertTrue(pair.isSingle());
        TensorSpec part =
                ((Argument.Tensor) pair.reference().launches().get(1).arguments().get(0)).tensor();
        assertEquals(Role.TEMP, part.role());
        assertEquals(new TensorSpec.Init.Undefined(), part.init());
        assertFalse(part.isOutput());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ reference { spec = f.py } }|:5: a formula needs a candidate that is compared",
                "{ reference { spec = f.txt }, candidate { entry = k, args = [x, y] } }|the name of"
                        + " a formula ends in .py",
                "{ reference { spec = no.py }, candidate { entry = k, args = [x, y] } }|no such"
                        + " file",
                "{ reference { spec = f.py }, candidate { entry = k, grid = 4, cta = [0, 0, 0],"
                        + " args = [x, y] } }|a formula is compared with a whole grid: cta = all",
                "{ reference { spec = f.py, dims { G = two } }, candidate { entry = k, args = [x,"
                        + " y] } }|suite.conf:5: ",
                "{ reference { spec = f.py, dims { G = -1 } }, candidate { entry = k, args = [x, y]"
                        + " } }|suite.conf:5: ",
                "{ reference { entry = k, args = [x, y], dims { G = 2 } } }|suite.conf:5: dims are"
                        + " of a formula",
                "{ reference { launches = [] } }|launches: expected at least one",
                "{ reference { launches = [ { entry = k, grid = 4, cta = [1, 0, 0], args = [y] } ]"
                        + " } }|launches are of whole grids: cta = all",
                "{ reference { launches = [ { entri = k, args = [y] } ] } }|unknown key",
                "{ reference { launches = [ { entry = k } ] } }|pair: reference lacks args",
            })
    void whatDoesNotFit(String text, String expected) {
        String message = assertThrows(InputException.class, () -> pair(text)).getMessage();
        assertTrue(message.contains(expected), message);
    }
}

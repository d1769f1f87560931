package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.report.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs from two folders, by file name. */
class FolderPairsTest {
    private static final String HEAD =
            "suite = s\ndefaults { block = 64, args = [], tags = all }\n";

    @TempDir Path folder;

    @BeforeEach
    void kernels() throws IOException {
        for (String file : List.of("ref/a.ptx", "ref/b.ptx", "new/a.ptx", "new/b.ptx")) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.writeString(folder.resolve(file), "never parsed here");
        }
    }

    private Suite suite(String text) throws IOException {
        return SuiteReader.read(Files.writeString(folder.resolve("suite.conf"), HEAD + text));
    }

    private String error(String text) {
        return assertThrows(InputException.class, () -> suite(text))
                .getMessage()
                .replace(folder + "/", "");
    }

    @Test
    void filesOfOneNameAreAPair() throws IOException {
        Suite suite =
                suite("pairs { reference = \"ref/*.ptx\", candidate = \"new/*.ptx\", by = name }");
        assertEquals(List.of("a", "b"), suite.pairs().stream().map(Pair::name).toList());
        Pair second = suite.pairs().get(1);
        assertEquals(folder.resolve("ref/b.ptx").toString(), second.reference().ptx());
        assertEquals(folder.resolve("new/b.ptx").toString(), second.candidate().ptx());
        assertEquals(new Dim3(64, 1, 1), second.candidate().block());
        assertEquals(List.of("all"), suite.source(second).tags());
    }

    @Test
    void aSideCarSaysTheLaunchOfItsPairAndARuleThatOfAll() throws IOException {
        Files.writeString(
                folder.resolve("ref/b.conf"),
                "block = 32, expect = RACE, tags = [slow], candidate { entry = other }\n"
                        + "tensors { x { type = f32, shape = [4], role = in } }, args = [x]");
        Suite suite =
                suite(
                        "pairs { reference = \"ref/*.ptx\", candidate = \"new/*.ptx\", launch {"
                                + " entry = \"k_${name}\", grid = 3, block = 16 } }");
        Pair a = suite.pairs().get(0);
        Pair b = suite.pairs().get(1);
        assertEquals("k_a", a.candidate().entry());
        assertEquals(new Dim3(16, 1, 1), a.reference().block());
        assertEquals("k_b", b.reference().entry());
        assertEquals("other", b.candidate().entry());
        assertEquals(new Dim3(32, 1, 1), b.reference().block());
        assertEquals(new Dim3(3, 1, 1), b.reference().grid());
        assertEquals(1, b.reference().arguments().size());
        assertEquals(List.of(Verdict.RACE), b.expectation().verdicts());
        assertEquals(List.of("all", "slow"), suite.source(b).tags());
    }

    @Test
    void aSideCarComesBeforeWhatTheRuleSaysOfASide() throws IOException {
        Files.writeString(
                folder.resolve("ref/b.conf"),
                "block = 32, grid = 2, cta = all, options { finiteMasks = true }, args = [x]\n"
                        + "tensors { x { type = f16, shape = [4], role = in } }\n"
                        + "expectSourceLine = 7, candidate { grid = 5 }");
        String rule =
                "block = 8, reference { block = 16, cta = [0], options { finiteMasks = false,"
                        + " warpSynchronous = true } }, candidate { block = 16, grid = 3 }\n"
                        + "tensors { x { type = f32, shape = [4], role = in, range = [0, 1] } }\n"
                        + "args = [x], expectLine { line = 4, sourceLine = 9 }";
        Suite suite =
                suite(
                        "pairs { reference = \"ref/*.ptx\", candidate = \"new/*.ptx\", launch { "
                                + rule
                                + " } }");
        Pair a = suite.pairs().get(0);
        Pair b = suite.pairs().get(1);
        assertEquals(new Dim3(16, 1, 1), a.reference().block());
        assertEquals(new Dim3(3, 1, 1), a.candidate().grid());
        assertEquals(9, a.expectation().sourceLine());
        for (Side side : List.of(b.reference(), b.candidate())) {
            assertEquals(new Dim3(32, 1, 1), side.block());
            assertNull(side.cta());
            assertTrue(side.options().finiteMasks());
            TensorSpec x = ((Argument.Tensor) side.arguments().get(0)).tensor();
            assertEquals("f16", x.type().spelling());
            assertNull(x.low());
        }
        assertTrue(b.reference().options().warpSynchronous());
        assertEquals(new Dim3(2, 1, 1), b.reference().grid());
        assertEquals(new Dim3(5, 1, 1), b.candidate().grid());
        assertEquals(4, b.expectation().line());
        assertEquals(7, b.expectation().sourceLine());
    }

    @Test
    void noPairIsLostWhereTheMatrixChoosesFoldersOfUnlikeNumbersOfFiles() throws IOException {
        Files.delete(folder.resolve("ref/b.ptx"));
        String text = "pairs { reference = \"${F}/*.ptx\" }\nmatrix { F = [%s] }";
        assertEquals(
                List.of("a[F=ref]", "a[F=new]", "b[F=new]"),
                suite(String.format(text, "ref, new")).pairs().stream().map(Pair::name).toList());
        assertEquals(
                List.of("a[F=new]", "a[F=ref]", "b[F=new]"),
                suite(String.format(text, "new, ref")).pairs().stream().map(Pair::name).toList());
    }

    @Test
    void aReferenceAloneIsASingleKernelAndAMatrixMultiplies() throws IOException {
        Suite suite =
                suite(
                        "pairs { reference = \"ref/*.ptx\", launch { grid = ${N} } }, matrix { N ="
                                + " [1, 2] }");
        assertEquals(
                List.of("a[N=1]", "a[N=2]", "b[N=1]", "b[N=2]"),
                suite.pairs().stream().map(Pair::name).toList());
        assertTrue(suite.pairs().get(0).isSingle());
    }

    @Test
    void noFileIsLostWithoutAWord() throws IOException {
        Files.delete(folder.resolve("new/b.ptx"));
        String both = "pairs { reference = \"ref/*.ptx\", candidate = \"new/*.ptx\" }";
        assertEquals("suite.conf:3: no file of new/*.ptx has the name of ref/b.ptx", error(both));
        Files.delete(folder.resolve("ref/b.ptx"));
        Files.writeString(folder.resolve("new/c.ptx"), "");
        assertEquals("suite.conf:3: no file of ref/*.ptx has the name of new/c.ptx", error(both));
        assertEquals(
                "suite.conf:3: no file matches ref/x*.ptx",
                error("pairs { reference = \"ref/x*.ptx\" }"));
        assertEquals(
                "suite.conf:3: old: no such folder", error("pairs { reference = \"old/*.ptx\" }"));
        assertEquals(
                "suite.conf:3: new/a.ptx and ref/a.ptx have the same name",
                error("pairs { reference = \"**/a.ptx\" }"));
    }

    @Test
    void anErrorInASideCarNamesTheSideCar() throws IOException {
        Files.writeString(folder.resolve("ref/b.conf"), "\nblok = 32");
        assertTrue(
                error("pairs { reference = \"ref/*.ptx\" }")
                        .startsWith("ref/b.conf:2: unknown key blok"),
                error("pairs { reference = \"ref/*.ptx\" }"));
    }
}

package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.ptx.Bytes;
import io.heddle.report.Verdict;
import io.heddle.suite.Comparison.Elements;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteReaderTest {
    @TempDir Path folder;

    @BeforeEach
    void kernels() throws IOException {
        Files.writeString(folder.resolve("k.ptx"), "never parsed here");
        Files.writeString(folder.resolve("tile_32.ptx"), "");
        Files.writeString(folder.resolve("tile_64.ptx"), "");
    }

    private Suite read(String text) throws IOException {
        Path file = folder.resolve("suite.conf");
        Files.writeString(file, text, StandardCharsets.UTF_8);
        return SuiteReader.read(file);
    }

    @Test
    void aFileUriIsAPathAndSoAreTheNamesInItsSuite() throws IOException {
        Files.createDirectory(folder.resolve("in"));
        Files.writeString(folder.resolve("in/x.txt"), "1 2");
        Files.writeString(folder.resolve("more.conf"), "suite = s, defaults.block = 2");
        Files.writeString(
                folder.resolve("suite.conf"),
                "include \"more\", tensors.x { type = f32, shape = 2, role = in, init.file ="
                        + " in/x.txt }\npairs { reference = \"tile_*.ptx\", launch.args = [x] }");
        for (String start : List.of("file:", "file://")) {
            String uri = start + folder.toAbsolutePath();
            Suite suite = SuiteReader.read(uri + "/suite.conf", new LocalFiles());
            assertEquals(
                    List.of(uri + "/tile_32.ptx", uri + "/tile_64.ptx"),
                    suite.pairs().stream().map(p -> p.reference().ptx()).toList());
        }
        String far = "file://host" + folder + "/suite.conf";
        assertEquals(
                far + ": cannot be read: expected file:/PATH or file:///PATH",
                assertThrows(InputException.class, () -> SuiteReader.read(far, new LocalFiles()))
                        .getMessage());
    }

    @Test
    void whatAnIncludeHoldsIsNamedByItsOwnFileAndLine() throws IOException {
        Files.writeString(folder.resolve("more.conf"), "suite = s\ndefaults.blok = 2");
        String message =
                assertThrows(
                                InputException.class,
                                () -> read("include \"more.conf\", pairs = [ { reference {} } ]"))
                        .getMessage();
        assertTrue(message.startsWith(folder.resolve("more.conf") + ":2: unknown key"), message);
    }

    @Test
    void anIncludeThatIsNotThereIsNamedByThePlaceOfTheInclude() throws IOException {
        Files.writeString(folder.resolve("more.conf"), "suite = s\n  include \"expected.conf\"");
        String message =
                assertThrows(InputException.class, () -> read("include \"more.conf\""))
                        .getMessage();
        assertEquals(
                folder.resolve("more.conf") + ":2:3: include expected.conf: no such file", message);
    }

    /** The pairs of a suite with tensors x (in) and y (out), block 4, and the given pairs. */
    private Pair pair(String pair) throws IOException {
        return read("suite = s\ndefaults { block = [4] }\n"
                        + "tensors { x { type = f32, shape = [4], role = in }\n"
                        + " y { type = f32, shape = [4, 8], role = out } }\n"
                        + "pairs = [ "
                        + pair
                        + " ]")
                .pairs()
                .get(0);
    }

    private TensorSpec tensor(String declaration) throws IOException {
        Pair pair =
                read("suite = s, tensors { t { "
                                + declaration
                                + " } }, defaults.block = 1\n"
                                + "pairs = [ { reference { ptx = k.ptx, args = [t] } } ]")
                        .pairs()
                        .get(0);
        return ((Argument.Tensor) pair.reference().arguments().get(0)).tensor();
    }

    @Test
    void theContractsExampleReads() throws IOException {
        Suite suite =
                read(
                        """
                        suite = "softmax"
                        defaults { block = [4], grid = [1], shared = 0, cta = [0, 0, 0],
                                   limits { seconds = 600, memory = "8g" } }
                        tensors { x { type = f32, shape = [4], role = in },
                                  y { type = f32, shape = [4], role = out } }
                        pairs = [
                          { name = "naive-vs-online"
                            reference { ptx = "k.ptx", entry = "softmax", args = [x, y, 4] }
                            candidate { ptx = "k.ptx", entry = "online_softmax", args = [x, y, 4] }
                            compare = [y], expect = EQUIVALENT }
                        ]
                        """);
        assertEquals("softmax", suite.name());
        Pair pair = suite.pairs().get(0);
        assertEquals("naive-vs-online", pair.name());
        assertEquals("softmax", pair.reference().entry());
        assertEquals("online_softmax", pair.candidate().entry());
        assertEquals(folder.resolve("k.ptx").toString(), pair.reference().ptx());
        assertEquals(new Dim3(4, 1, 1), pair.candidate().block());
        assertEquals(new Dim3(0, 0, 0), pair.candidate().cta());
        assertEquals(new Limits(600, 8L << 30), pair.limits());
        assertEquals(List.of(Comparison.whole("y")), pair.compare());
        assertEquals(
                new Argument.Scalar(Rational.of(4), false), pair.reference().arguments().get(2));
    }

    @Test
    void everyFormOfArgumentReads() throws IOException {
        List<Argument> arguments =
                pair("{ reference { ptx = k.ptx, args = [x, -4, 0.5, 1e-5, 0x10, null,"
                                + " {sym = alpha, type = f32}, {bytes = \"00ff\"}, 2.0] } }")
                        .reference()
                        .arguments();
        assertEquals("x", ((Argument.Tensor) arguments.get(0)).tensor().name());
        assertEquals(new Argument.Scalar(Rational.of(-4), false), arguments.get(1));
        assertEquals(new Argument.Scalar(Rational.HALF, true), arguments.get(2));
        assertEquals(new Argument.Scalar(Rational.of(1, 100_000), true), arguments.get(3));
        assertEquals(new Argument.Scalar(Rational.of(16), false), arguments.get(4));
        assertEquals(new Argument.Null(), arguments.get(5));
        assertEquals(new Argument.SymbolicScalar("alpha", ElementType.F32), arguments.get(6));
        assertEquals(new Argument.Aggregate(new Bytes(new byte[] {0, -1})), arguments.get(7));
        assertEquals(new Argument.Scalar(Rational.TWO, true), arguments.get(8));
    }

    @Test
    void aPairWithoutCandidateIsSingleAndExpectsNoDefect() throws IOException {
        Pair pair = pair("{ reference { ptx = k.ptx, args = [x, y] } }");
        assertNull(pair.candidate());
        assertEquals("pair1", pair.name());
        assertEquals(Expectation.of(Verdict.NO_DEFECT), pair.expectation());
        Pair two = pair("{ reference { ptx = k.ptx, args = [x, y] }, candidate { entry = f } }");
        assertEquals(Expectation.of(Verdict.EQUIVALENT), two.expectation());
    }

    @Test
    void aSideOverridesItsPairAndThePairTheDefaults() throws IOException {
        Pair pair =
                pair(
                        "{ grid = [2, 3], cta = all, args = [x, y], ptx = k.ptx\n"
                                + "reference { block = 8, shared = 64 }\n"
                                + "candidate { grid = [1], block = [2, 2, 2], cta = [0, 0, 0] } }");
        assertEquals(new Dim3(2, 3, 1), pair.reference().grid());
        assertEquals(new Dim3(8, 1, 1), pair.reference().block());
        assertEquals(64, pair.reference().shared());
        assertNull(pair.reference().cta());
        assertEquals(new Dim3(1, 1, 1), pair.candidate().grid());
        assertEquals(new Dim3(2, 2, 2), pair.candidate().block());
        assertEquals(0, pair.candidate().shared());
        assertEquals(new Dim3(0, 0, 0), pair.candidate().cta());
    }

    @Test
    void optionsComeFromDefaultsPairOrSide() throws IOException {
        Pair pair =
                read("""
                suite = s
                defaults { block = 1, options { sameValueRaces = true } }
                pairs = [ { ptx = k.ptx, args = []
                  options { finiteMasks = true }
                  reference { options { warpSynchronous = true } }
                  candidate { options { sameValueRaces = false, exactConstants = true } } } ]
                """)
                        .pairs()
                        .get(0);
        assertEquals(new Side.Options(true, true, true), pair.reference().options());
        assertEquals(new Side.Options(false, true, false), pair.candidate().options());
        assertTrue(pair.exactConstants());
    }

    @Test
    void comparisonsTakeWindowsAndElements() throws IOException {
        Pair pair =
                pair(
                        "{ ptx = k.ptx, args = [x, y], reference {}, candidate {}, compare = [x, {"
                            + " tensor = y, window = [[0, 2], [4, 8]], elements = written-by-both"
                            + " }] }");
        assertEquals(
                List.of(
                        Comparison.whole("x"),
                        new Comparison(
                                "y",
                                List.of(new Comparison.Range(0, 2), new Comparison.Range(4, 8)),
                                Elements.WRITTEN_BY_BOTH)),
                pair.compare());
    }

    @Test
    void expectationsTakeLinesAndMessages() throws IOException {
        String sides = "{ ptx = k.ptx, args = [x, y], reference {}, candidate {}, expect = RACE, ";
        assertEquals(
                new Expectation(Verdict.RACE, 42, null, "thread 3"),
                pair(sides + "expectLine = 42, expectMessage = \"thread 3\" }").expectation());
        assertEquals(
                new Expectation(Verdict.RACE, 42, 7, null),
                pair(sides + "expectLine { line = 42, sourceLine = 7 } }").expectation());
        assertEquals(
                new Expectation(Verdict.RACE, null, 7, null),
                pair(sides + "expectSourceLine = 7 }").expectation());
    }

    @Test
    void expectTakesOneVerdictOrAList() throws IOException {
        String sides = "{ ptx = k.ptx, args = [x, y], reference {}, candidate {}, expect = ";
        assertEquals(
                List.of(Verdict.UNDECIDED, Verdict.UNSUPPORTED),
                pair(sides + "[UNDECIDED, UNSUPPORTED, UNDECIDED] }").expectation().verdicts());
        assertTrue(
                assertThrows(InputException.class, () -> pair(sides + "[] }"))
                        .getMessage()
                        .endsWith("expect: lists no verdict"));
        assertTrue(
                assertThrows(InputException.class, () -> pair(sides + "[RACE, RACES] }"))
                        .getMessage()
                        .endsWith("unknown verdict RACES, did you mean RACE"));
    }

    @Test
    void aStructureMayHoldTensorsByName() throws IOException {
        Pair pair =
                pair("{ reference { ptx = k.ptx, args = [\"{4, x, sym:a:f32}\"], block = 1 } }");
        Argument.Aggregate struct = (Argument.Aggregate) pair.reference().arguments().get(0);
        assertEquals("x", ((Argument.Tensor) struct.fields().get(0).value()).tensor().name());
        assertEquals(8, struct.fields().get(0).offset());
        assertEquals(
                new Argument.Field(16, new Argument.SymbolicScalar("a", ElementType.F32)),
                struct.fields().get(1));
        assertEquals(24, struct.bytes().length());
    }

    @Test
    void tensorsHaveDefaultContentsByRole() throws IOException {
        assertEquals(new Init.Symbolic(), tensor("type = f16, shape = 4, role = in").init());
        assertEquals(new Init.Symbolic(), tensor("type = f16, shape = 4, role = inout").init());
        TensorSpec out = tensor("type = bf16, shape = [2, 3], role = out");
        assertEquals(new Init.Undefined(), out.init());
        assertEquals(Role.OUT, out.role());
        assertEquals(List.of(3L, 1L), out.strides());
    }

    @Test
    void structuresMayBeGivenByTheirFields() throws IOException {
        Pair pair = pair("{ reference { ptx = k.ptx, args = [\"{4, u8:1}\"], block = 1 } }");
        assertEquals(ArgumentText.parse("--arg", "{4, u8:1}"), pair.reference().arguments().get(0));
    }

    @Test
    void typesMayBeSpelledAsInC() throws IOException {
        assertEquals(ElementType.F16, tensor("type = __half, shape = 4, role = in").type());
        assertEquals(ElementType.U32, tensor("type = unsigned int, shape = 4, role = in").type());
    }

    @Test
    void tensorsTakeLayoutsRangesAndContents() throws IOException {
        String t = "type = s8, shape = [2, 3], role = in, ";
        assertEquals(List.of(1L, 2L), tensor(t + "layout = col").strides());
        assertEquals(List.of(3L, 1L), tensor(t + "layout = row").strides());
        assertEquals(List.of(8L, 1L), tensor(t + "layout = [8, 1]").strides());
        assertEquals(new Init.Zero(), tensor(t + "init = zero").init());
        assertEquals(new Init.Iota(), tensor(t + "init = iota").init());
        assertEquals(new Init.Undefined(), tensor(t + "init = undefined").init());
        Init six = new Init.Values(List.of(1, 2, 3, 4, 5, 6).stream().map(Rational::of).toList());
        assertEquals(six, tensor(t + "init = [[1, 2, 3], [4, 5, 6]]").init());
        assertEquals(six, tensor(t + "init = [1, 2, 3, 4, 5, 6]").init());
        assertEquals(Rational.MINUS_ONE, tensor(t + "range = [-1, 7]").low());
        assertEquals(Rational.of(7), tensor(t + "range = [-1, 7]").high());
        assertNull(tensor(t + "range = [-1, inf]").high());
        assertTrue(tensor(t + "range = [-1, 7], distinct = true").distinct());
        assertFalse(tensor(t + "distinct = false").distinct());
    }

    @Test
    void contentsComeFromRawAndTextFiles() throws IOException {
        Files.write(folder.resolve("v.bin"), new byte[] {0, 0, -128, 63, 0, 0, 0, -64});
        Files.writeString(folder.resolve("v.txt"), "1, -2\n");
        Init expected = new Init.Values(List.of(Rational.ONE, Rational.of(-2)));
        String t = "type = f32, shape = [2], role = in, init = { file = ";
        assertEquals(expected, tensor(t + "v.bin }").init());
        assertEquals(expected, tensor(t + "v.txt }").init());
    }

    @Test
    void zerosOfFloatsKeepTheirSign() throws IOException {
        Files.write(folder.resolve("v.bin"), new byte[] {0, 0, 0, 0, 0, 0, 0, -128});
        Files.writeString(folder.resolve("v.txt"), "0, -0.0\n");
        List<Rational> zeros = List.of(Rational.ZERO, Rational.ZERO);
        Init expected = new Init.Values(zeros, List.of(new Init.Special(1, 0x80000000L)));
        String t = "type = f32, shape = [2], role = in, init = ";
        assertEquals(expected, tensor(t + "{ file = v.bin }").init());
        assertEquals(expected, tensor(t + "{ file = v.txt }").init());
        assertEquals(expected, tensor(t + "[0.0, -0.0]").init());
        String integers = "type = s32, shape = [2], role = in, init = [0, -0]";
        assertEquals(new Init.Values(zeros), tensor(integers).init());
    }

    @Test
    void contentsMayHaveInfinitiesAndNans() throws IOException {
        Files.write(folder.resolve("v.bin"), new byte[] {0, 124, 0, -4, 1, 124, 0, 60}); // f16
        Files.writeString(folder.resolve("v.txt"), "inf, -inf\nnan 1");
        List<Rational> numbers = List.of(Rational.ZERO, Rational.ZERO, Rational.ZERO, Rational.ONE);
        String t = "type = f16, shape = [4], role = in, init = ";
        for (String how :
                List.of(
                        "{ file = v.txt }",
                        "[inf, -inf, nan, 1]",
                        "[\"+inf\", \"-inf\", nan, 1.0]")) {
            Init expected =
                    new Init.Values(
                            numbers,
                            List.of(
                                    new Init.Special(0, 0x7c00),
                                    new Init.Special(1, 0xfc00),
                                    new Init.Special(2, 0x7fff)));
            assertEquals(expected, tensor(t + how).init(), how);
        }
        Init.Values raw = (Init.Values) tensor(t + "{ file = v.bin }").init();
        assertEquals(numbers, raw.values());
        assertEquals(new Init.Special(2, 0x7c01), raw.special(2)); // with the bits that it has
        assertNull(raw.special(3));
    }

    @Test
    void aPairMayDeclareTensorsOfItsOwn() throws IOException {
        Pair pair =
                pair(
                        "{ tensors { x { type = f64, shape = 2, role = in } }, reference { ptx ="
                                + " k.ptx, args = [x, y] } }");
        assertEquals(
                ElementType.F64,
                ((Argument.Tensor) pair.reference().arguments().get(0)).tensor().type());
    }

    @Test
    void theMatrixInstantiatesEveryPairInFileOrder() throws IOException {
        Suite suite =
                read(
                        """
suite = s
matrix { M = [32, 64], BK = [8, 16] }
defaults { block = [${M}], grid = "${BK}" }
tensors { x { type = f32, shape = [${M}, 4], role = in } }
pairs = [
  { name = a, reference { ptx = "tile_${M}.ptx", entry = tile_${BK}, args = [x, "${M}"] } }
  { name = b, reference { ptx = tile_${M}.ptx, args = [x, ${BK}] } }
]
""");
        assertEquals(
                List.of(
                        "a[M=32,BK=8]",
                        "a[M=32,BK=16]",
                        "a[M=64,BK=8]",
                        "a[M=64,BK=16]",
                        "b[M=32,BK=8]",
                        "b[M=32,BK=16]",
                        "b[M=64,BK=8]",
                        "b[M=64,BK=16]"),
                suite.pairs().stream().map(Pair::name).toList());
        Side side = suite.pairs().get(3).reference();
        assertEquals(new Dim3(64, 1, 1), side.block());
        assertEquals(new Dim3(16, 1, 1), side.grid());
        assertEquals("tile_16", side.entry());
        assertTrue(side.ptx().endsWith("tile_64.ptx"), side.ptx());
        assertEquals(new Argument.Scalar(Rational.of(64), false), side.arguments().get(1));
    }

    @Test
    void sharedValuesLiveUnderVars() throws IOException {
        Pair pair =
                read("suite = s, vars.n = 4, pairs = [ { reference { ptx = k.ptx, block ="
                                + " ${vars.n}, args = [] } } ]")
                        .pairs()
                        .get(0);
        assertEquals(4, pair.reference().block().x());
    }

    @Test
    void limitsAreMergedKeyByKey() throws IOException {
        Pair pair =
                read("suite = s, defaults { block = 1, limits { seconds = 5, memory = 1g } }\n"
                         + "pairs = [ { limits { seconds = \"2m\" }, reference { ptx = k.ptx, args"
                         + " = [] } } ]")
                        .pairs()
                        .get(0);
        assertEquals(new Limits(120, 1L << 30), pair.limits());
    }
}

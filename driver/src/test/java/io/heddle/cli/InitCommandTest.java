package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.ptx.PtxModule;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import io.heddle.suite.Suite;
import io.heddle.suite.SuiteReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code heddle init} prints can be used as it stands. */
class InitCommandTest {
    private static final Path GOLDEN = Path.of("src/test/resources/init");

    @TempDir Path folder;
    private String err;

    private String init(int status, String... arguments) {
        List<String> all = new ArrayList<>(List.of("init"));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int got =
                Heddle.run(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(errors, true, StandardCharsets.UTF_8),
                        all.toArray(new String[0]));
        err = errors.toString(StandardCharsets.UTF_8);
        assertEquals(status, got, err);
        return out.toString(StandardCharsets.UTF_8);
    }

    /** {@code -Dheddle.rewrite=true} writes the files. */
    @ParameterizedTest
    @CsvSource({
        "quickstart/softmax.ptx, softmax",
        "sgemm/sgemm.ptx, sgemm7",
        "quantised/gemv.ptx, w4_lop3",
        "attention-tc/attention.ptx, attention_fa2",
    })
    void theOutputIsTheGoldenOne(String file, String entry) throws IOException {
        String text = init(0, "../datasets/" + file, "--entry", entry);
        Path golden = GOLDEN.resolve(entry + ".conf");
        if (Boolean.getBoolean("heddle.rewrite")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, text);
        }
        assertEquals(Files.readString(golden), text);
    }

    @Test
    void cudaSourceIsCompiledAndSuitesNameItsPtx() {
        init(2, "none.cu");
        assertEquals("heddle: none.cu: no such file\n", err);
        KernelFiles files = new KernelFiles();
        String ptx = "../datasets/quickstart/softmax.ptx";
        PtxModule module = files.module(ptx);
        Skeleton skeleton = Skeleton.of(ptx, module, module.entries().get(0), files);
        Skeleton named = skeleton.named("src/softmax.cu");
        assertTrue(
                named.checkLine().startsWith("heddle check src/softmax.cu src/softmax.cu --entry"),
                named.checkLine());
        assertTrue(named.pair("p").contains("ptx = \"softmax.ptx\""), named.pair("p"));
    }

    @Test
    void theOutputForEveryDatasetIsASuite() throws IOException {
        int kernels = 0;
        try (Stream<Path> all = Files.walk(Path.of("../datasets"), 2)) {
            for (Path ptx : all.filter(f -> f.toString().endsWith(".ptx")).sorted().toList()) {
                Suite suite = suite(init(0, ptx.toAbsolutePath().toString()));
                KernelFiles files = new KernelFiles();
                for (Pair pair : suite.pairs()) {
                    pair.reference().launch(files.module(pair.reference().ptx()));
                    kernels++;
                }
            }
        }
        assertTrue(kernels > 900, "kernels: " + kernels);
    }

    private Suite suite(String text) throws IOException {
        return SuiteReader.read(Files.writeString(folder.resolve("suite.conf"), text));
    }

    @Test
    void theSuiteComparesAKernelWithItself() throws IOException {
        Path ptx = folder.resolve("k.ptx");
        Files.copy(Path.of("../datasets/quickstart/softmax.ptx"), ptx);
        String text = init(0, ptx.toString(), "--entry", "softmax");
        Pair pair = suite(text.replace("N = 1024", "N = 256")).pairs().get(0);
        PairChecker checker = new PairChecker(new KernelFiles());
        assertEquals(Verdict.EQUIVALENT, checker.check(pair).verdict());
        Pair wrong = suite(text.replace("N = 1024", "N = 255")).pairs().get(0);
        assertEquals(Verdict.OUT_OF_BOUNDS, checker.check(wrong).verdict());
    }

    @Test
    void theCheckLineRunsInAShellThatSetsN() {
        String text = init(0, "../datasets/quickstart/softmax.ptx", "--entry", "online_softmax");
        String line =
                text.lines().filter(l -> l.contains("heddle check")).findFirst().orElseThrow();
        String command = line.substring(line.indexOf("heddle ") + "heddle ".length());
        String[] words = command.replace("$N", "256").replace("\"", "").split(" ");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = Heddle.run(new PrintStream(out), System.err, words);
        assertEquals(0, status, out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void whatCannotBeGuessedIsSaid() throws IOException {
        Path ptx =
                Files.writeString(
                        folder.resolve("k.ptx"),
                        ".version 8.0\n.target sm_80\n.address_size 64\n.shared .b64 kept;\n"
                                + ".visible .entry k(.param .align 8 .b8 s[16], .param .u64 p,"
                                + " .param .u64 unused, .param .u64 from, .param .u64 to)\n"
                                + ".reqntid 32, 2\n{\n.reg .b64 %rd<4>; .reg .b32 %r<2>;\n"
                                + "ld.param.u64 %rd1, [p]; st.shared.u64 [kept], %rd1;\n"
                                + "ld.param.u64 %rd2, [from]; ld.param.u64 %rd3, [to];\n"
                                + "ld.global.b32 %r1, [%rd2]; st.global.b32 [%rd3], %r1;\n"
                                + "ret;\n}\n");
        String text = init(0, ptx.toString());
        String expected =
                """
# k(struct { char b[16]; } s, void *p /* or a number */, void *unused /* not used */, \
const int *from, int *to)
#   .reqntid 32,2
#   8 bytes of static shared memory
#   s is a structure by value: give its fields, such as '{4, float(1.5), in:x:f32[N]}'
#   p cannot be guessed: a pointer or a number of 64 bits
#   from is only copied: its type is a guess by its width
#   to is only copied: its type is a guess by its width
""";
        assertTrue(text.startsWith(expected), text);
        assertEquals(5, suite(text).pairs().get(0).reference().arguments().size());
        assertTrue(text.contains("--block 32,2 --arg \"bytes:" + "00".repeat(16) + "\""), text);
    }

    @Test
    void twoFilesMakeOneSuite() throws IOException {
        String folderOfQuickstart = Path.of("../datasets/quickstart").toAbsolutePath().toString();
        String softmax = folderOfQuickstart + "/softmax.ptx";
        Path copy = Files.copy(Path.of(softmax), folder.resolve("copy.ptx"));
        Suite suite = suite(init(0, softmax, copy.toString(), "--entry", "softmax"));
        assertEquals(
                List.of("softmax.softmax", "copy.softmax"),
                suite.pairs().stream().map(Pair::name).toList());
    }

    @Test
    void jsonIsAnObjectALine() {
        String text = init(0, "../datasets/quickstart/softmax.ptx", "--format", "json");
        List<String> lines = text.lines().toList();
        assertEquals(4, lines.size());
        Config first = ConfigFactory.parseString(lines.get(0));
        assertEquals("softmax(const float *x, float *y, int n)", first.getString("prototype"));
        assertEquals(List.of("in:x:f32[N]", "out:y:f32[N]", "N"), first.getStringList("arguments"));
        assertTrue(first.getBoolean("dynamicShared"));
    }

    @Test
    void whatCannotBeUsedIsOneLine() throws IOException {
        init(2, "../datasets/quickstart/softmax.ptx", "--entry", "sofmax");
        assertTrue(err.contains("no entry sofmax; has softmax, online_softmax"), err);
        init(2, folder.resolve("none.ptx").toString());
        assertEquals(1, err.lines().count(), err);
        Path garbage = Files.writeString(folder.resolve("g.ptx"), "garbage (((");
        init(2, garbage.toString());
        assertTrue(err.contains("g.ptx:1:1"), err);
        init(2);
        assertTrue(err.contains("FILE"), err);
    }
}

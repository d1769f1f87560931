package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeddleTest {
    private static final String HEAD = ".version 9.0\n.target sm_80\n.address_size 64\n";

    @TempDir Path folder;
    private String out;
    private String err;

    @BeforeEach
    void kernels() throws IOException {
        // y[i] = x[i] + x[i] against 2 x[i], and against x[i]
        kernel("sum.ptx", "add.f32 %f2, %f1, %f1;");
        kernel("twice.ptx", "mul.f32 %f2, %f1, 0f40000000;");
        kernel("once.ptx", "mov.f32 %f2, %f1;");
        // y[i] = x[i] where x[i] > 0, and where x[i] >= 0
        kernel("positive.ptx", "mov.f32 %f2, %f1; setp.gt.f32 %p1, %f1, 0f00000000; @%p1");
        kernel("above.ptx", "mov.f32 %f2, %f1; setp.leu.f32 %p1, %f1, 0f00000000; @!%p1");
        kernel("clock.ptx", "mov.u32 %r2, %clock; cvt.rn.f32.u32 %f2, %r2;");
        kernel("notNegative.ptx", "mov.f32 %f2, %f1; setp.ge.f32 %p1, %f1, 0f00000000; @%p1");
    }

    private void kernel(String name, String body) throws IOException {
        Files.writeString(
                folder.resolve(name),
                HEAD
                        + ".visible .entry k(.param .u64 x, .param .u64 y)\n"
                        + "{\n"
                        + "  .reg .pred %p<2>; .reg .b32 %r<4>; .reg .f32 %f<4>; .reg .b64"
                        + " %rd<8>;\n"
                        + "  ld.param.u64 %rd1, [x];\n"
                        + "  ld.param.u64 %rd2, [y];\n"
                        + "  mov.u32 %r1, %tid.x;\n"
                        + "  mul.wide.u32 %rd3, %r1, 4;\n"
                        + "  add.s64 %rd4, %rd1, %rd3;\n"
                        + "  add.s64 %rd5, %rd2, %rd3;\n"
                        + "  ld.global.f32 %f1, [%rd4];\n"
                        + "  "
                        + body
                        + "\n  st.global.f32 [%rd5], %f2;\n  ret;\n}\n");
    }

    private int run(String... arguments) {
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        int status =
                Heddle.run(
                        new PrintStream(stdout, true, StandardCharsets.UTF_8),
                        new PrintStream(stderr, true, StandardCharsets.UTF_8),
                        arguments);
        out = stdout.toString(StandardCharsets.UTF_8);
        err = stderr.toString(StandardCharsets.UTF_8);
        assertFalse((out + err).contains("\tat "), out + err);
        return status;
    }

    @Test
    void filesAreThoseOfThisMachine() {
        String kernel = "file:" + folder.toAbsolutePath().resolve("sum.ptx");
        String[] launch = {"--block", "4", "--arg", "in:x:f32[4]", "--arg", "out:y:f32[4]"};
        assertEquals(0, run(with(launch, "inspect", kernel)), err);
        String graph = "file:" + folder.toAbsolutePath().resolve("graph.dot");
        assertEquals(0, run(with(launch, "inspect", kernel, "--barrier-graph", graph)), err);
        assertTrue(Files.isRegularFile(folder.resolve("graph.dot")));
        assertEquals(
                2, run(with(launch, "inspect", kernel, "--barrier-graph", "hdfs://h/graph.dot")));
        assertTrue(err.contains("not a file of this machine"), err);
        for (String command : List.of("inspect", "check")) {
            String far = "hdfs://host:8020/k.ptx";
            String[] files =
                    command.equals("check")
                            ? new String[] {command, far, kernel}
                            : new String[] {command, far};
            assertEquals(2, run(with(launch, files)));
            assertEquals(
                    "heddle: "
                            + far
                            + ": cannot be read: not a file of this machine; of hdfs: only verify,"
                            + " bench, sql, report and diff take files",
                    err.strip());
        }
        launch[3] = "in:x:f32[4]=@s3a://bucket/x.txt";
        assertEquals(2, run(with(launch, "inspect", kernel)));
        assertTrue(err.contains("of s3a: only verify"), err);
        assertEquals(1, withoutHelp().size(), err);
    }

    /** What was printed on standard error but for the arguments that the kernel would take. */
    private List<String> withoutHelp() {
        return err.lines().filter(line -> !line.startsWith("  try: ")).toList();
    }

    private static String[] with(String[] options, String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(options));
        return all.toArray(new String[0]);
    }

    private int check(String reference, String candidate, String... more) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "check",
                                folder.resolve(reference).toString(),
                                folder.resolve(candidate).toString(),
                                "--block",
                                "4",
                                "--arg",
                                "in:x:f32[4]",
                                "--arg",
                                "out:y:f32[4]"));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(new String[0]));
    }

    @Test
    void helpAndVersionEndWithZero() {
        assertEquals(0, run("--help"));
        assertTrue(out.contains("check"), out);
        assertEquals(0, run("--version"));
        assertTrue(out.startsWith("heddle "), out);
        assertEquals(0, run("check", "--help"));
        assertTrue(out.contains("--cand-block"), out);
        assertEquals(0, run("inspect", "--help"));
        assertTrue(out.contains("--terms"), out);
    }

    @Test
    void nothingAndAnUnknownCommandEndWithTwo() {
        assertEquals(2, run());
        assertEquals(2, run("chek"));
        assertEquals("heddle: no command chek, did you mean check; see heddle --help\n", err);
    }

    @Test
    void equalKernelsAreEquivalent() {
        assertEquals(0, check("sum.ptx", "twice.ptx"), out + err);
        assertTrue(out.startsWith("EQUIVALENT\n"), out);
        assertEquals("", err);
    }

    @Test
    void differentKernelsEndWithOneAndACounterexample() {
        assertEquals(1, check("sum.ptx", "once.ptx", "--format", "json"), out + err);
        Config json = ConfigFactory.parseString(out);
        assertEquals("NOT_EQUIVALENT", json.getString("verdict"));
        assertEquals("y", json.getString("counterexample.tensor"));
        assertFalse(json.getObject("counterexample.inputs").isEmpty());
        assertEquals(1, out.lines().count());
    }

    @Test
    void aNonFiniteOrNonExpectedVerdictIsPrintedOnceWithQuiet() {
        assertEquals(0, check("sum.ptx", "twice.ptx", "--quiet"), out + err);
        assertEquals("EQUIVALENT\n", out);
    }

    @Test
    void comparedTensorsMayBeNamedBeforeTheFiles() {
        String sum = folder.resolve("sum.ptx").toString();
        String twice = folder.resolve("twice.ptx").toString();
        assertEquals(
                0,
                run(
                        "check",
                        "--compare",
                        "y",
                        sum,
                        twice,
                        "--block",
                        "4",
                        "--arg",
                        "in:x:f32[4]",
                        "--arg",
                        "out:y:f32[4]"),
                out + err);
        assertEquals(2, check("sum.ptx", "twice.ptx", "--compare", "z"));
        assertEquals("heddle: compare: no argument is a tensor named z; there are x, y\n", err);
    }

    private void handOff(String arrival) throws IOException {
        Files.writeString(
                folder.resolve("hand.ptx"),
                HEAD
                        + ".visible .entry k()\n{\n"
                        + "  .reg .pred %p<2>; .reg .b32 %r<4>;\n"
                        + "  mov.u32 %r1, %tid.x;\n"
                        + "  setp.lt.u32 %p1, %r1, 32;\n"
                        + "  @%p1 bra L;\n"
                        + "  bar.sync 3, 64;\n"
                        + "  ret;\n"
                        + "L:\n  "
                        + arrival
                        + "\n  ret;\n}\n");
    }

    private String barrierGraph(String name) throws IOException {
        Path graph = folder.resolve(name);
        run(
                "inspect",
                folder.resolve("hand.ptx").toString(),
                "--block",
                "64",
                "--barrier-graph",
                graph.toString());
        return Files.readString(graph);
    }

    @Test
    void theBarrierGraphShowsWhoHandsOverToWhom() throws IOException {
        handOff("bar.arrive 3, 64;");
        String dot = barrierGraph("graph.dot");
        assertTrue(dot.startsWith("digraph barriers {") && dot.endsWith("}\n"), dot);
        assertTrue(dot.contains("label=\"barrier 3, generation 1\\nhand.ptx:10\""), dot);
        assertTrue(dot.contains("p0_0_0 -> b0_0 [style=dashed]"), dot);
        assertTrue(dot.contains("p0_0_1 -> b0_0 [dir=both]"), dot);
        String svg = barrierGraph("graph.svg");
        assertTrue(svg.contains("fill=\"white\"><title>threads 0-31 arrive</title>"), svg);
        assertTrue(svg.contains("<title>threads 32-63 wait</title>"), svg);
        assertTrue(svg.contains("hand.ptx:10"), svg);
    }

    @Test
    void theBarrierGraphOfADeadlockShowsWhatNeverCompletes() throws IOException {
        handOff("bar.arrive 2, 64;");
        String svg = barrierGraph("graph.svg");
        assertTrue(out.startsWith("DEADLOCK"), out);
        assertTrue(svg.contains("barrier 3, generation 1 (never completes)"), svg);
    }

    @Test
    void aBarrierGraphIsADotOrSvgFile() throws IOException {
        handOff("bar.arrive 3, 64;");
        assertEquals(
                2,
                run(
                        "inspect",
                        folder.resolve("hand.ptx").toString(),
                        "--block",
                        "64",
                        "--barrier-graph",
                        "graph.png"));
        assertTrue(err.contains("expected a .svg or .dot file"), err);
    }

    @Test
    void inspectShowsTermsAndFindsNoDefect() {
        String file = folder.resolve("twice.ptx").toString();
        assertEquals(
                0,
                run(
                        "inspect",
                        file,
                        "--block",
                        "4",
                        "--arg",
                        "in:x:f32[4]",
                        "--arg",
                        "out:y:f32[4]",
                        "--terms",
                        "y[1]"),
                out + err);
        assertTrue(out.startsWith("NO_DEFECT\n"), out);
        assertTrue(out.contains("y[1]        (2*x[1])"), out);
    }

    @Test
    void whatDependsOnTheScheduleIsUnsupportedAndNeverCompared() {
        assertEquals(1, check("once.ptx", "clock.ptx"), out + err);
        assertTrue(out.startsWith("UNSUPPORTED"), out);
        assertTrue(out.contains("clock"), out);
    }

    @Test
    void oneNameInTwoArgumentsIsOneBuffer() {
        String file = folder.resolve("twice.ptx").toString();
        String[] inPlace = {"--arg", "in:x:f32[4]", "--arg", "out:x:f32[4]"};
        List<String> arguments =
                new ArrayList<>(List.of("inspect", file, "--block", "4", "--terms", "x[2]"));
        arguments.addAll(List.of(inPlace));
        assertEquals(0, run(arguments.toArray(new String[0])), out + err);
        assertTrue(out.contains("x[2]        (2*x[2])"), out);
    }

    @Test
    void storesUnderAConditionAreComparedWithTheirConditions() {
        assertEquals(0, check("positive.ptx", "above.ptx"), out + err);
        assertEquals(1, check("positive.ptx", "notNegative.ptx"), out + err);
        assertTrue(out.startsWith("NOT_EQUIVALENT"), out);
        assertEquals(1, check("positive.ptx", "once.ptx"), out + err);
        assertTrue(out.startsWith("NOT_EQUIVALENT"), out);
    }

    @Test
    void theCandidateHasALaunchOfItsOwn() {
        assertEquals(
                1,
                check("sum.ptx", "twice.ptx", "--cand-block", "2", "--format", "json"),
                out + err);
        Config json = ConfigFactory.parseString(out);
        assertEquals("NOT_EQUIVALENT", json.getString("verdict"));
        assertEquals("not written", json.getString("counterexample.candidate"));
        assertEquals(List.of(2), json.getIntList("counterexample.index"));
        assertEquals(
                1,
                check(
                        "sum.ptx",
                        "twice.ptx",
                        "--cand-arg",
                        "in:z:f32[4]",
                        "--cand-arg",
                        "out:y:f32[4]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--no-such-flag|heddle check: unknown option --no-such-flag; see --help",
                "--blok|heddle check: unknown option --blok, did you mean --block; see --help",
                "--block=0|heddle: --block 0: column 1: expected an integer of at least 1, found"
                        + " '0'",
                "--grid=1,x|heddle: --grid 1,x: column 3: expected an integer of at least 1,"
                        + " found 'x'",
                "--shared=lots|heddle: --shared lots: expected a number of bytes",
                "--cta=1|heddle: CTA 1,0,0 is outside the grid 1,1,1",
                "--arg=in:x:f32[4|heddle: --arg in:x:f32[4: column 11: expected ']' at the end",
                "--limit-time=soon|heddle: --limit-time: expected a time such as 90, 90s, 10m or"
                        + " 2h, found 'soon'",
                "--entry=nope|: no entry nope; has k",
            })
    void unusableArgumentsEndWithTwoAndOneLine(String argument, String message) {
        int status =
                argument.startsWith("--block")
                        ? run("check", folder + "/sum.ptx", folder + "/sum.ptx", argument)
                        : check("sum.ptx", "sum.ptx", argument);
        assertEquals(2, status, out + err);
        assertEquals("", out);
        assertEquals(1, withoutHelp().size(), err);
        assertTrue(withoutHelp().get(0).endsWith(message), err);
    }

    @Test
    void aNameMeansTheSameInputOnBothSides() {
        String y = "out:y:f32[4]";
        assertEquals(
                2, check("sum.ptx", "sum.ptx", "--cand-arg", "in:x:f32[4]=iota", "--cand-arg", y));
        assertEquals(List.of("heddle: x must have the same contents on both sides"), withoutHelp());
        assertEquals(2, check("sum.ptx", "sum.ptx", "--cand-arg", "in:x:f32[5]", "--cand-arg", y));
        assertEquals(
                List.of("heddle: x must be the same on both sides: f32[4] and f32[5]"),
                withoutHelp());
        assertEquals(
                2,
                check("sum.ptx", "sum.ptx", "--cand-arg", "in:x:f32[4] in [0,1]", "--cand-arg", y));
        assertEquals(
                List.of(
                        "heddle: x must be the same on both sides: f32[4] and f32[4] with"
                                + " different ranges"),
                withoutHelp());
    }

    @Test
    void distinctIsSaidOnBothSides() {
        String[] sides = {"--arg", "in:x:s32[4] distinct", "--arg", "out:y:f32[4]"};
        String[] other = {"--cand-arg", "in:x:s32[4]", "--cand-arg", "out:y:f32[4]"};
        String sum = folder + "/sum.ptx";
        List<String> words = new ArrayList<>(List.of("check", sum, sum, "--block", "4"));
        words.addAll(List.of(sides));
        words.addAll(List.of(other));
        assertEquals(2, run(words.toArray(new String[0])), out + err);
        assertEquals(
                List.of(
                        "heddle: x must be the same on both sides: s32[4] and s32[4], of which"
                                + " one alone is distinct"),
                withoutHelp());
    }

    @Test
    void argumentsThatDoNotFitTheKernelEndWithTwo() {
        assertEquals(2, check("sum.ptx", "twice.ptx", "--arg", "4"), out + err);
        assertEquals(1, withoutHelp().size(), err);
    }

    @ParameterizedTest
    @CsvSource({"none.ptx", "garbage.ptx", "empty.ptx", "random.ptx", "cut.ptx", "'a folder'"})
    void whatIsNoPtxEndsWithTwoAndNamesTheFile(String name) throws IOException {
        Files.writeString(folder.resolve("garbage.ptx"), "garbage (((");
        Files.writeString(folder.resolve("empty.ptx"), "");
        byte[] bytes = new byte[20_000];
        new Random(1).nextBytes(bytes);
        Files.write(folder.resolve("random.ptx"), bytes);
        Files.writeString(
                folder.resolve("cut.ptx"), HEAD + ".visible .entry k(.param .u64 p)\n{\n\tfrob");
        Files.createDirectories(folder.resolve("a folder"));
        assertEquals(2, check(name, "sum.ptx"), out + err);
        assertTrue(err.startsWith("heddle: " + folder.resolve(name) + ":"), err);
        assertEquals(2, check("sum.ptx", name), out + err);
        assertEquals("", out);
    }

    @Test
    void namesDoNothingToTheTerminal() throws IOException {
        String red = "\u001b[31mred\r\n";
        String shown = "\\u001b[31mred";
        for (String[] arguments :
                new String[][] {
                    {red},
                    {"check", "--" + red},
                    {"inspect", "sum.ptx", "--format", red},
                    {"verify", "--dry-run", red + ".conf"},
                    {"inspect", red + ".ptx", "--block", "1", "--verbose"},
                }) {
            ByteArrayOutputStream stdout = new ByteArrayOutputStream();
            ByteArrayOutputStream stderr = new ByteArrayOutputStream();
            Heddle.run(
                    new PrintStream(stdout, true, StandardCharsets.UTF_8),
                    new PrintStream(stderr, true, StandardCharsets.UTF_8),
                    arguments);
            String told = stderr.toString(StandardCharsets.UTF_8);
            assertTrue(told.contains(shown), told);
            assertTrue(told.chars().noneMatch(c -> c == '\u001b' || c == '\r'), told);
        }
    }

    @Test
    void checksOfSuitesAreShownAndNotObeyed() throws IOException {
        Files.copy(folder.resolve("sum.ptx"), folder.resolve("sum\u001b[31m.ptx"));
        Files.writeString(folder.resolve("bad\u001b[32m.ptx"), "garbage (((");
        Files.writeString(
                folder.resolve("c.conf"),
                "suite = s, defaults { block = 4, args = [x, x] }\n"
                        + "tensors.x { type = f32, shape = 4, role = inout }\n"
                        + "pairs = [ { reference { ptx = \"sum\\u001b[31m.ptx\", entry ="
                        + " \"x\\u001b[1m\\n"
                        + "\" } }\n"
                        + "{ reference { ptx = \"bad\\u001b[32m.ptx\" } } ]");
        assertEquals(2, run("verify", folder.resolve("c.conf").toString(), "--dry-run"));
        assertEquals(2, err.lines().count(), err);
        assertTrue(err.contains("x\\u001b[1m\\u000a"), err);
        assertTrue(err.contains("bad\\u001b[32m.ptx"), err);
        assertFalse(err.contains("\u001b"), err);
    }

    @Test
    void aCommandThatCannotBeLoadedIsAnInternalFailureWithoutATrace() {
        ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        PrintWriter writer = new PrintWriter(stderr, true, StandardCharsets.UTF_8);
        int status = Heddle.failed(writer, new ClassNotFoundException("io.heddle.X"), false);
        assertEquals(3, status);
        assertEquals(
                "heddle: internal failure: java.lang.ClassNotFoundException: io.heddle.X\n"
                        + "heddle: --verbose prints the stack trace\n",
                stderr.toString(StandardCharsets.UTF_8));
    }
}

package io.heddle.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.heddle.check.KernelFiles;
import io.heddle.cli.Heddle;
import io.heddle.report.Verdict;
import io.heddle.suite.Candidate;
import io.heddle.suite.InputException;
import io.heddle.suite.Limits;
import io.heddle.suite.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Candidates for y = 2 x, by the lines of files: what the gate says of them. */
class GateTest {
    @TempDir private Path folder;

    static String resource(String name) throws IOException {
        try (InputStream in = GateTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> lines(String name) throws IOException {
        return resource(name).lines().filter(l -> !l.startsWith("#")).toList();
    }

    static List<String> verdicts() throws IOException {
        return lines("verdicts.txt");
    }

    static List<String> errors() throws IOException {
        return lines("errors.txt");
    }

    @BeforeEach
    void writeFiles() throws IOException {
        for (String name : List.of("double.py", "kernels.ptx")) {
            Files.writeString(folder.resolve(name), resource(name));
        }
    }

    private GateReport judge(String problem, String candidate) throws IOException {
        Path file = folder.resolve("c.conf");
        String ptx = candidate.contains("ptx = ") ? "" : ", ptx = kernels.ptx";
        boolean isComplete = candidate.startsWith("include");
        Files.writeString(file, candidate + (isComplete ? "" : ptx));
        return Gate.judge(
                folder.resolve(problem).toString(),
                Candidate.read(file.toString(), new LocalFiles()),
                new KernelFiles(),
                Limits.DEFAULT,
                UnaryOperator.identity(),
                List.of());
    }

    @ParameterizedTest
    @MethodSource("verdicts")
    void aCandidateHasItsVerdict(String line) throws IOException {
        String[] parts = line.split(" \\| ", 3);
        GateReport report = judge("double.py", parts[0]);
        assertEquals(
                Verdict.parse(parts[1].strip()), report.verdict(), () -> report.message() + "");
        String message = report.message().replace(folder + "/", "");
        assertTrue(message.contains(parts[2].strip()), message);
        boolean isFine = report.verdict() == Verdict.EQUIVALENT;
        assertEquals(isFine, report.exitStatus() == 0);
        assertEquals(isFine, GateText.feedback(report).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("errors")
    void aCandidateThatCannotBeReadSaysWhere(String line) {
        String[] parts = line.split(" \\| ", 2);
        InputException e = assertThrows(InputException.class, () -> judge("double.py", parts[0]));
        String message = e.getMessage().replace(folder + "/", "");
        assertTrue(message.startsWith(parts[1].strip()), message);
    }

    private static final String RIGHT =
            "entry = right, grid = \"(N + 31) // 32\", block = 32, args = [x, y, N]";

    private void problem(String text) throws IOException {
        Files.writeString(folder.resolve("p.py"), text);
    }

    @Test
    void aProblemSaysAtWhichSizesToProve() throws IOException {
        problem("x: f32[N]; y = 2 * x; shipped(N=3)");
        InputException e = assertThrows(InputException.class, () -> judge("p.py", RIGHT));
        assertTrue(
                e.getMessage()
                        .endsWith(
                                "says nowhere at which sizes to prove, such as proved(N=2,"
                                        + " D=64)"),
                e.getMessage());
        problem("x: f32[N]; y = 2 * x; proved(N=3); shipped(N=3)\nshipped(N=4)");
        e = assertThrows(InputException.class, () -> judge("p.py", RIGHT));
        assertTrue(e.getMessage().endsWith("p.py:2:1: a second shipped(…)"), e.getMessage());
    }

    /** A fourth of the CTAs write, the last elements are left. */
    @Test
    void whereFewCtasWriteItIsNotKnownWhetherAllIsWritten() throws IOException {
        String text = "x: f32[N]; y: f32[N] = 2 * x; proved(N=64); proved(N=40); shipped(N=";
        problem(text + "4098)");
        GateReport report = judge("p.py", RIGHT.replace("right", "quads"));
        assertEquals(Verdict.UNDECIDED, report.verdict());
        assertTrue(report.message().contains("4,096 of 4,098 elements"), report.message());
        problem(text + "2 ** 28 + 2)"); // too many CTAs to run them all
        report = judge("p.py", RIGHT.replace("right", "quads"));
        assertEquals(Verdict.UNDECIDED, report.verdict());
        assertTrue(report.message().contains("is not known"), report.message());
    }

    /** What the formula says is 0 need not be written. */
    @Test
    void whatWasZeroCountsAsWritten() throws IOException {
        problem(
                "x: f32[N, N]; y[i:N, j:N] = x[i, j] if j <= i else 0; proved(N=40)\n"
                        + "proved(N=32); shipped(N=512)");
        String candidate =
                "zero = y, entry = lower, grid = [\"(N + 15) // 16\", \"(N + 15) // 16\"]"
                        + ", block = [16, 16], args = [x, y, N]";
        GateReport report = judge("p.py", candidate);
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        assertTrue(report.shipped().result().compared() > 8000);
        report = judge("p.py", candidate.replace("lower", "lower_part"));
        assertEquals(Verdict.UNDECIDED, report.verdict());
        assertTrue(report.message().contains(" is 0.0, the formula's is "), report.message());
        report = judge("p.py", candidate.replace("zero = y, ", ""));
        assertEquals(Verdict.NOT_EQUIVALENT, report.verdict());
    }

    @Test
    void anAssumptionThatInputsDoNotMeetIsNoReasonNotToCompare() throws IOException {
        problem(
                "x: f32[N]; y: f32[N] = x * x[0]; assume(x[n] == 2); proved(N=40); proved(N=32)\n"
                        + "shipped(N=2 ** 24)");
        GateReport report = judge("p.py", RIGHT);
        assertEquals(Verdict.UNDECIDED, report.verdict());
        assertTrue(
                report.message().endsWith(" (at inputs that do not meet all assumptions)"),
                report.message());
        problem(
                "x: f32[N]; y: f32[N] = 2 * x; assume(x[n] == 2); proved(N=40); proved(N=32)\n"
                        + "shipped(N=2 ** 24)");
        report = judge("p.py", RIGHT);
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        assertTrue(report.shipped().result().compared() > 0);
    }

    @Test
    void withoutAShippedSizeThatIsSaid() throws IOException {
        problem("x: f32[N]; y = 2 * x; proved(N=33)");
        GateReport report = judge("p.py", RIGHT);
        assertEquals(Verdict.EQUIVALENT, report.verdict());
        assertEquals(
                List.of("the problem names no shipped(…) size; nothing is said of other sizes"),
                report.notes());
    }

    @Test
    void aDimMayBeOneOfOutputsOnly() throws IOException {
        problem("x: f32[N]; G: dim; y[i:N, g:G] = 2 * x[i]; proved(N=33, G=1); shipped(N=99, G=1)");
        assertEquals(Verdict.EQUIVALENT, judge("p.py", RIGHT).verdict());
    }

    @Test
    void aGridThatNoProofCanExecuteIsFollowedAtTheShippedSize() throws IOException {
        problem("x: f32[N]; y = 2 * x; proved(N=33); proved(N=64); shipped(N=2 ** 30)");
        GateReport report = judge("p.py", RIGHT); // 2^25 CTAs of a tensor of 4 GiB
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        assertTrue(report.shipped().result().compared() > 0);
        problem("x: f32[N]; y = 2 * x; proved(N=33); proved(N=64); shipped(N=2 ** 28 + 4103)");
        report = judge("p.py", RIGHT.replace("32", "8").replace("31", "7"));
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        report = judge("p.py", RIGHT.replace("right", "by_bits"));
        assertEquals(Verdict.UNDECIDED, report.verdict());
        assertTrue(report.message().contains(" the formula's is "), report.message());
    }

    @Test
    void whatCtasThatAreNotRunLeaveInVariablesIsNotKnown() throws IOException {
        String text = "x: f32[N]; y: f32[N] = 2 * x; proved(N=64); proved(N=40); shipped(N=";
        for (String size : List.of("4096)", "2 ** 25)")) {
            problem(text + size);
            GateReport report = judge("p.py", RIGHT.replace("right", "leaves_there"));
            boolean isWhole = size.equals("4096)");
            assertEquals(isWhole ? Verdict.EQUIVALENT : Verdict.UNDECIDED, report.verdict());
            assertEquals(
                    isWhole,
                    !report.message()
                            .endsWith(
                                    " it is not known that the variable arrived holds at the end"
                                            + " what it held before"),
                    report.message());
        }
    }

    @Test
    void theTypeOfAnOutputIsThatOfTheProblem() throws IOException {
        problem("x: f32[N]; y: f16[N] = 2 * x; proved(N=33)");
        GateReport report = judge("p.py", RIGHT); // stores four bytes an element
        assertEquals(Verdict.OUT_OF_BOUNDS, report.verdict(), report.message());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x: f32[N] | x[n] < 100 | f32 | floor(x) | converts | fit in 32 bits",
                "x: i32[N] | x[n] < 1000 | i64 | x * x | squares | no integer overflow",
                "x: i32[N] | x[n] < 1000 | i32 | x | through_float | at most 2^24 in magnitude"
            })
    void whatDataMayBreakIsForTheProblemToExclude(String line) throws IOException {
        String[] parts = line.split(" \\| ");
        String candidate = RIGHT.replace("right", parts[4]);
        String rest = "y: " + parts[2] + "[N] = " + parts[3] + "\nproved(N=33)\n";
        problem(parts[0] + "\n" + rest);
        GateReport report = judge("p.py", candidate);
        assertEquals(Verdict.UNDECIDED, report.verdict(), report.message());
        assertTrue(report.message().contains(parts[5]), report.message());
        problem(parts[0] + "\nassume(0 <= " + parts[1] + ")\n" + rest);
        report = judge("p.py", candidate);
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
    }

    /** Runs take a part of the stack for each launch. */
    @Test
    void thereMayBeMoreLaunchesThanAnyCandidateNeeds() throws IOException {
        problem("x: f32[N]; y: f32[N] = 2 * x; proved(N=1)");
        String launch = "{ entry = right, grid = 1, block = 1, args = [x, y, N] }";
        List<String> launches = Collections.nCopies(500, launch);
        String text = "launches = [" + String.join(", ", launches);
        GateReport report = judge("p.py", text + "]");
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        InputException e =
                assertThrows(InputException.class, () -> judge("p.py", text + ", " + launch + "]"));
        assertTrue(e.getMessage().endsWith("c.conf:1: launches: 501, at most 500"), e.getMessage());
    }

    @Test
    void aLaunchIsNamedByTheSumOfItsText() throws IOException {
        GateReport report = judge("double.py", RIGHT);
        LaunchIdentity launch = report.proved().get(0).launches().get(0);
        String text = resource("kernels.ptx");
        assertEquals(EntryText.sha256(text), launch.sha256());
        String entry = EntryText.of(text, "right");
        assertTrue(entry.startsWith(".visible .entry right("), entry);
        assertTrue(entry.endsWith("}"), entry);
        assertEquals(EntryText.sha256(entry), launch.entrySha256());
        assertEquals(2, launch.grid().x());
        assertEquals(128, report.shipped().launches().get(0).grid().x());
    }

    @Test
    void theEndOfAnEntryIsNoBracketInAComment() {
        String text = ".entry f; /* } */ .entry f() { // }\n { ret; } }\n.entry g() {}";
        assertEquals(".entry f() { // }\n { ret; } }", EntryText.of(text, "f"));
        assertThrows(IllegalArgumentException.class, () -> EntryText.of(text, "h"));
    }

    // ---------------------------------------------------------------- the command

    private String run(int status, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(
                status,
                Heddle.run(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        arguments),
                err + "" + out);
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    private String gate(int status, String candidate, String... options) throws IOException {
        Path file = folder.resolve("c.conf");
        Files.writeString(file, candidate + ", ptx = kernels.ptx");
        List<String> all = new ArrayList<>();
        all.add("gate");
        all.add(folder.resolve("double.py").toString());
        all.add(file.toString());
        all.addAll(List.of(options));
        return run(status, all.toArray(new String[0]));
    }

    @Test
    void theTextSaysWhatIsNotCovered() throws IOException {
        String text = gate(1, RIGHT.replace("right", "special"));
        assertTrue(text.startsWith("UNDECIDED  kernels.cu:18 not covered"), text);
        assertTrue(text.contains("  proved      N=40: EQUIVALENT, 40 elements"), text);
        assertTrue(text.contains("  shipped     N=4096: UNDECIDED, 128 of 128 CTAs run"), text);
        assertTrue(text.contains(" thread instructions, 0 elements compared"), text);
        assertTrue(text.contains("may be right: a proved size covers it"), text);
    }

    /** Sums of parts, and from them the result. */
    @Test
    void elementsThatDependOnCtasThatAreNotRunAreNotCompared() throws IOException {
        String formula =
                "x: f32[N]; y[i:N] = x[i] * sum[j:N](x[j]); proved(N=128); proved(N=100)\n"
                        + "shipped(N=";
        String parts = "\"(N + 2047) // 2048 + 1\"";
        String candidate =
                "temp { p = [f32[4097]] }, launches = [{ entry = part_sums, grid = "
                        + parts
                        + ", block = 32, args = [x, p, N] }, { entry = by_sum, grid ="
                        + " \"(N + 31) // 32\", block = 32, args = [x, p, y, "
                        + parts
                        + ", N] }]";
        candidate = candidate.replace("[f32[4097]]", "\"f32[4097]\"");
        problem(formula + "16384)");
        GateReport report = judge("p.py", candidate);
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        problem(formula + "2 ** 22)");
        report = judge("p.py", candidate);
        assertEquals(Verdict.UNDECIDED, report.verdict());
        assertTrue(
                report.message()
                        .startsWith(
                                "at the shipped size N=4194304 elements were not compared with the"
                                        + " formula: y[0] may depend on CTAs that were not run (all"
                                        + " take about "),
                report.message());
        assertEquals(0, report.shipped().result().compared());
    }

    @Test
    void theTextShowsACounterexample() throws IOException {
        String text = gate(1, RIGHT.replace("right", "wrong"));
        assertTrue(text.startsWith("NOT_EQUIVALENT  at N=40: y[0]"), text);
        assertTrue(text.contains("reference "), text);
        assertEquals(
                "NOT_EQUIVALENT  at N=40: y[0]",
                gate(1, RIGHT.replace("right", "wrong"), "--quiet").substring(0, 29));
    }

    /** The page names every key of the object. */
    @Test
    void theKeysAreThoseOfThePage() throws IOException {
        Path here = Path.of("GATE.md");
        String page = Files.readString(Files.exists(here) ? here : Path.of("..").resolve(here));
        for (String candidate : List.of(RIGHT, RIGHT.replace("right", "special"))) {
            boolean isFine = candidate.equals(RIGHT);
            Config json =
                    ConfigFactory.parseString(gate(isFine ? 0 : 1, candidate, "--format", "json"));
            assertEquals(isFine ? "EQUIVALENT" : "UNDECIDED", json.getString("verdict"));
            Set<String> keys = new TreeSet<>(json.root().keySet());
            keys.addAll(json.getConfigList("proved").get(0).root().keySet());
            Config shipped = json.getConfig("shipped");
            keys.addAll(shipped.root().keySet());
            keys.addAll(shipped.getConfigList("launches").get(0).root().keySet());
            keys.addAll(shipped.getConfig("written.y").root().keySet());
            if (!isFine) {
                keys.addAll(shipped.getConfigList("notCovered").get(0).root().keySet());
                assertEquals(18, shipped.getConfigList("notCovered").get(0).getInt("sourceLine"));
            }
            assertEquals(40, json.getConfigList("proved").get(0).getInt("dims.N"));
            keys.removeIf(key -> page.contains("`" + key + "`"));
            assertEquals(Set.of(), keys);
        }
    }

    @Test
    void aPipeOrALinkOutOfTheFolderIsRefused() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe.ptx");
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.createSymbolicLink(own.resolve("out.ptx"), folder.resolve("kernels.ptx"));
        Files.writeString(own.resolve("in.ptx"), resource("kernels.ptx"));
        Files.createSymbolicLink(own.resolve("link.ptx"), Path.of("in.ptx"));
        for (String name : List.of("out", "link")) {
            Path file = own.resolve(name + ".conf");
            Files.writeString(file, RIGHT + ", ptx = " + name + ".ptx");
            String said =
                    run(
                            name.equals("out") ? 2 : 0,
                            "gate",
                            folder.resolve("double.py").toString(),
                            file.toString());
            boolean isRefused = said.contains("out.ptx: is a link out of the candidate's folder");
            assertEquals(name.equals("out"), isRefused, said);
        }
        Process made;
        try {
            made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        } catch (IOException e) {
            return; // no pipes here
        }
        assertEquals(0, made.waitFor());
        Path file = folder.resolve("c.conf");
        Files.writeString(file, RIGHT + ", ptx = pipe.ptx");
        String problem = folder.resolve("double.py").toString();
        assertTrue(run(2, "gate", problem, file.toString()).contains("is not a regular file"));
        assertTrue(run(2, "gate", problem, pipe.toString()).contains("is not a regular file"));
    }

    @Test
    void whatIsNoProblemIsAnError() throws IOException {
        assertTrue(
                run(2, "gate", "k.ptx", "c.conf")
                        .contains("k.ptx: a problem is a formula, whose name ends in .py"));
        assertTrue(gate(2, "entry = right").contains("c.conf:1: a launch lacks grid"));
        assertTrue(gate(2, RIGHT.replace("block = 32", "block = 2000")).startsWith("ERROR"));
    }
}

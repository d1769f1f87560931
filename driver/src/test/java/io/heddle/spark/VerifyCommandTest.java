package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cli.Heddle;
import io.heddle.report.ExitStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a Spark of this process. */
class VerifyCommandTest {
    private static final Path QUICKSTART = Path.of("../datasets/quickstart");
    private static final List<String> VERDICTS =
            List.of(
                    "naive-vs-online EQUIVALENT",
                    "missing-barrier RACE",
                    "dropped-rescale NOT_EQUIVALENT");

    @TempDir static Path folder;
    private static Path out;

    private String printed;
    private String errors;

    @BeforeAll
    static void quickstartOnce() {
        System.setProperty("spark.ui.enabled", "false");
        out = folder.resolve("reports");
        VerifyCommandTest first = new VerifyCommandTest();
        assertEquals(ExitStatus.OK, first.verify("--format", "json"), first.errors);
        assertEquals(VERDICTS, first.verdicts());
    }

    @AfterAll
    static void uiAgain() {
        System.clearProperty("spark.ui.enabled");
    }

    private int verify(String... more) {
        return heddle("verify", QUICKSTART.resolve("suite.conf").toString(), more);
    }

    private int heddle(String command, String argument, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, argument));
        arguments.addAll(Arrays.asList(more));
        if (!arguments.contains("--out")) {
            arguments.addAll(List.of("--out", out.toString()));
        }
        if (command.equals("verify")) {
            arguments.addAll(List.of("--master", "local[2]"));
        }
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        int status =
                Heddle.run(
                        new PrintStream(stdout, true, StandardCharsets.UTF_8),
                        new PrintStream(stderr, true, StandardCharsets.UTF_8),
                        arguments.toArray(new String[0]));
        printed = stdout.toString(StandardCharsets.UTF_8);
        errors = stderr.toString(StandardCharsets.UTF_8);
        return status;
    }

    /** Pair and verdict of each JSON line. */
    private List<String> verdicts() {
        return printed.lines()
                .map(
                        l ->
                                l.replaceFirst(
                                        ".*\"pair\":\"([^\"]*)\",\"verdict\":\"(\\w*)\".*",
                                        "$1 $2"))
                .toList();
    }

    @Test
    void tasksThatSimulateGiveTheSameVerdicts() {
        assertEquals(ExitStatus.OK, verify("--simulate", "executors", "--format", "json"), errors);
        assertEquals(VERDICTS, verdicts());
    }

    @Test
    void aRunThatIsResumedAnswersOnlyWhatIsLeft() throws IOException {
        String run = onlyRun();
        assertEquals(ExitStatus.OK, verify("--resume", run, "--format", "json"), errors);
        assertEquals(VERDICTS, verdicts());
        assertTrue(errors.contains("run " + run), errors);
        heddle("sql", "SELECT count(*) FROM pairs WHERE run_id = '" + run + "'");
        assertEquals("3", printed.lines().skip(2).findFirst().orElse("").strip());
    }

    private static String onlyRun() throws IOException {
        try (Stream<Path> runs = Files.list(out.resolve("pairs"))) {
            return runs.map(p -> p.getFileName().toString())
                    .filter(n -> n.startsWith("run_id="))
                    .map(n -> n.substring("run_id=".length()))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void ptxThatDoesNotParseIsARowAndTheOthersGoOn() throws IOException {
        Path suite = folder.resolve("suite.conf");
        Files.writeString(folder.resolve("garbage.ptx"), "garbage (((");
        Files.copy(QUICKSTART.resolve("softmax.ptx"), folder.resolve("softmax.ptx"));
        String text = Files.readString(QUICKSTART.resolve("suite.conf"));
        Files.writeString(
                suite,
                text.replaceFirst("ptx = \"softmax.ptx\"", "ptx = \"garbage.ptx\"")
                        .replace("suite = \"quickstart\"", "suite = \"partly\""));
        String elsewhere = folder.resolve("partly").toString();
        int status = heddle("verify", suite.toString(), "--format", "json", "--out", elsewhere);
        assertEquals(ExitStatus.UNUSABLE_INPUT, status, errors);
        assertEquals(
                List.of(
                        "naive-vs-online ERROR",
                        "missing-barrier RACE",
                        "dropped-rescale NOT_EQUIVALENT"),
                verdicts());
    }

    @Test
    void aSuiteIsCheckedWholeBeforeAnythingRuns() throws IOException {
        Path suite = folder.resolve("wrong.conf");
        String kernel = QUICKSTART.resolve("softmax.ptx").toAbsolutePath().toString();
        Files.writeString(
                suite,
                "suite = w, defaults { block = 4, entry = softmax, ptx = \""
                        + kernel
                        + "\" }\n"
                        + "tensors { x { type = f32, shape = [4], role = inout } }\n"
                        + "pairs = [\n"
                        + "{ name = a, reference { args = [x, x] } },\n"
                        + "{ name = b, reference { args = [x, x, x] } }\n"
                        + "{ name = c, tags = [big], reference { args = [x, x, 4], block = [64, 64]"
                        + " } }\n"
                        + "{ name = d, reference { args = [x, x, 4], entry = none } }\n"
                        + "{ name = e, reference { args = [x, x] }, expect = ERROR }\n"
                        + "{ name = f, tags = [good], reference { args = [x, x, 4] } } ]");
        assertEquals(ExitStatus.UNUSABLE_INPUT, heddle("verify", suite.toString()), errors);
        assertEquals(
                List.of(
                        "4: pair a: the entry softmax has 3 parameters, but 2 arguments are given",
                        "5: pair b: the argument x is a tensor, but parameter softmax_param_2 is"
                                + " not a pointer",
                        "6: pair c: a block of 64,64,1 threads; it may have 1 to 1024 (target"
                                + " sm_80)",
                        "7: pair d: "
                                + kernel
                                + ": no entry none; has softmax, online_softmax,"
                                + " softmax_without_barrier, online_softmax_without_rescale"),
                errors.lines().map(l -> l.replace("heddle: " + suite + ":", "")).toList());
        assertEquals(
                ExitStatus.OK,
                heddle(
                        "verify",
                        suite.toString(),
                        "--dry-run",
                        "--only",
                        "w/f,w/c",
                        "--skip",
                        "big"),
                errors);
        assertEquals("w/f\n1 pair, nothing wrong\n", printed);
        assertEquals(
                ExitStatus.OK,
                heddle("verify", suite.toString(), "--dry-run", "--only", "goo?"),
                errors);
        assertEquals("w/f\n1 pair, nothing wrong\n", printed);
        assertEquals(
                ExitStatus.UNUSABLE_INPUT,
                heddle("verify", suite.toString(), "--dry-run", "--skip", "*"));
        assertEquals(
                "heddle: no pair is left by --skip *; --dry-run lists the pairs", errors.strip());
    }

    @Test
    void aRunThatIsFinishedTakesNoMorePairs() throws IOException {
        String elsewhere = folder.resolve("finished").toString();
        assertEquals(ExitStatus.OK, verify("--only", "naive*", "--out", elsewhere), errors);
        assertTrue(errors.lines().findFirst().orElse("").startsWith("heddle: run "), errors);
        int status = verify("--resume", "latest", "--out", elsewhere);
        assertEquals(ExitStatus.UNUSABLE_INPUT, status, errors);
        assertTrue(errors.contains("is finished; a new run with --reuse"), errors);
        assertEquals(
                ExitStatus.OK,
                verify("--resume", "latest", "--only", "naive*", "--out", elsewhere),
                errors);
        heddle("sql", "SELECT count(*) FROM runs", "--out", elsewhere);
        assertEquals("1", printed.lines().skip(2).findFirst().orElse("").strip());
    }

    @Test
    void aRunThatIsResumedHasTheSamePairs() throws IOException {
        Path elsewhere = folder.resolve("others");
        String[] two = {"--only", "naive*,dropped*", "--out", elsewhere.toString()};
        assertEquals(ExitStatus.OK, verify(two), errors);
        Files.delete(parquet(elsewhere.resolve("runs"))); // as if it had been broken off
        String[] less = {"--resume", "latest", "--only", "naive*", "--out", elsewhere.toString()};
        assertEquals(ExitStatus.UNUSABLE_INPUT, verify(less), errors);
        assertTrue(
                errors.contains(
                        "it has an answer to quickstart/dropped-rescale, which is not one of these"
                                + " pairs"),
                errors);
        less[3] = "dropped*,naive*";
        assertEquals(ExitStatus.OK, verify(less), errors);
        heddle("sql", "SELECT pairs FROM runs", "--out", elsewhere.toString());
        assertEquals("2", printed.lines().skip(2).findFirst().orElse("").strip());
    }

    @Test
    void theDamagedFileOfARunIsNamedAndItsPairsAreAnsweredAgain() throws IOException {
        Path elsewhere = folder.resolve("damaged");
        String[] one = {"--only", "naive*", "--out", elsewhere.toString()};
        assertEquals(ExitStatus.OK, verify(one), errors);
        Path file = parquet(elsewhere.resolve("kernels"));
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 3] ^= 16;
        Files.write(file, bytes);
        Files.delete(parquet(elsewhere.resolve("runs"))); // as if it had been broken off
        String[] again = {"--resume", "latest", "--only", "naive*", "--out", elsewhere.toString()};
        assertEquals(ExitStatus.OK, verify(again), errors);
        assertEquals(
                1, errors.lines().filter(l -> l.startsWith("heddle: left out ")).count(), errors);
        assertTrue(errors.contains("left out " + file + ": "), errors);
        heddle(
                "sql",
                "SELECT count(*) AS n, (SELECT count(*) FROM kernels) AS k FROM pairs",
                "--out",
                elsewhere.toString());
        assertEquals("1  2", printed.lines().skip(2).findFirst().orElse("").strip());
        assertEquals("", errors);
    }

    private static Path parquet(Path table) throws IOException {
        try (Stream<Path> files = Files.walk(table)) {
            return files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
        }
    }

    @Test
    void aPairWithoutAKeyTakesNoEarlierAnswer() {
        String elsewhere = folder.resolve("keyless").toString(); // classes in a folder have no key
        String[] one = {"--reuse", "--only", "naive*", "--out", elsewhere};
        assertEquals(ExitStatus.OK, verify(one), errors);
        assertEquals(ExitStatus.OK, verify(one), errors);
        heddle("sql", "SELECT count(*) FROM pairs WHERE key IS NULL", "--out", elsewhere);
        assertEquals("2", printed.lines().skip(2).findFirst().orElse("").strip());
    }

    @Test
    void aReportFolderThatIsAFileIsFoundBeforeTheWork() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertEquals(ExitStatus.UNUSABLE_INPUT, verify("--out", file.toString()));
        assertEquals(1, errors.lines().count(), errors);
        assertTrue(errors.contains(file.toString()), errors);
    }

    @Test
    void tablesAnswerQueriesAsTextAndAsJson() {
        String query = "SELECT pair, verdict FROM pairs WHERE verdict = 'RACE' LIMIT 1";
        assertEquals(ExitStatus.OK, heddle("sql", query));
        assertEquals("missing-barrier  RACE", printed.lines().skip(2).findFirst().orElse(""));
        assertEquals(ExitStatus.OK, heddle("sql", query, "--format", "json"));
        assertEquals("{\"pair\":\"missing-barrier\",\"verdict\":\"RACE\"}", printed.strip());
        // what only Spark answers, and what Spark is asked for
        String upper = "SELECT upper(pair) AS p FROM pairs WHERE verdict = 'RACE' LIMIT 1";
        assertEquals(ExitStatus.OK, heddle("sql", upper));
        assertEquals("MISSING-BARRIER", printed.lines().skip(2).findFirst().orElse(""));
        assertEquals(ExitStatus.OK, heddle("sql", query, "--master", "local"));
        assertEquals("missing-barrier  RACE", printed.lines().skip(2).findFirst().orElse(""));
    }

    @Test
    void aWrongQueryIsUnusableInput() {
        assertEquals(ExitStatus.UNUSABLE_INPUT, heddle("sql", "SELECT nothing FROM pairs"));
        assertTrue(errors.contains("nothing"), errors);
        assertEquals(ExitStatus.UNUSABLE_INPUT, heddle("sql", "SELEC"));
        assertEquals(1, errors.lines().count(), errors);
        String none = folder.resolve("none").toString();
        assertEquals(ExitStatus.UNUSABLE_INPUT, heddle("sql", "SELECT 1", "--out", none));
    }

    @Test
    void aRunBecomesAPage() throws IOException {
        String run = onlyRun();
        assertEquals(ExitStatus.OK, heddle("report", run), errors);
        String page = Files.readString(Path.of(printed.strip()));
        assertTrue(page.contains("missing-barrier"));
        assertEquals(ExitStatus.OK, heddle("diff", run, run), errors);
        assertEquals("0 changed, 0 no longer as expected", printed.strip());
    }
}

package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cli.Heddle;
import io.heddle.report.ExitStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Commands on files of a file system that only Hadoop knows ({@link MemoryFileSystem}). */
class HadoopFilesTest {
    private static final String ROOT = "memory://here/data";
    private static final String SETTING = "spark.hadoop.fs.memory.impl";
    private static final String SIDE =
            "block = 4, shared = 16, args = [x, y, 4], compare = [y], tensors {"
                    + " x { type = f32, shape = [4], role = in, init = { file = \"in/x.csv\" } }\n"
                    + " y { type = f32, shape = [4], role = out } }\n";

    private String printed;
    private String errors;

    @BeforeAll
    static void files() throws IOException {
        System.setProperty("spark.ui.enabled", "false");
        System.setProperty(SETTING, MemoryFileSystem.class.getName());
        String softmax =
                Files.readString(java.nio.file.Path.of("../datasets/quickstart/softmax.ptx"));
        write("ref/k.ptx", softmax);
        write("new/k.ptx", softmax);
        write("deep/er/k.ptx", softmax);
        write("ref/k.conf", "entry = softmax, tags = [side-car]");
        write("in/x.csv", "1, 2, 3\n4");
        write("in/short.csv", "1, 2, 3");
        write("common/defaults.conf", "include \"name\"\ndefaults {" + SIDE + "}");
        write("common/name.conf", "suite = far");
    }

    @AfterAll
    static void settingsAgain() {
        System.clearProperty("spark.ui.enabled");
        System.clearProperty(SETTING);
    }

    private static void write(String name, String text) throws IOException {
        Configuration configuration = new Configuration();
        configuration.setClass("fs.memory.impl", MemoryFileSystem.class, FileSystem.class);
        try (FileSystem system = FileSystem.newInstance(URI.create(ROOT), configuration);
                OutputStream out = system.create(new Path(ROOT + "/" + name))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private int heddle(String... arguments) {
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        int status =
                Heddle.run(
                        new PrintStream(stdout, true, StandardCharsets.UTF_8),
                        new PrintStream(stderr, true, StandardCharsets.UTF_8),
                        arguments);
        printed = stdout.toString(StandardCharsets.UTF_8);
        errors = stderr.toString(StandardCharsets.UTF_8);
        return status;
    }

    /** The error of a suite in memory. */
    private String error(String text) throws IOException {
        write("wrong.conf", text);
        int status = heddle("verify", ROOT + "/wrong.conf", "--dry-run");
        assertEquals(ExitStatus.UNUSABLE_INPUT, status, printed + errors);
        assertEquals(1, errors.lines().count(), errors);
        return errors.strip();
    }

    @Test
    void aSuiteWithAllThatItNamesIsReadAndReported() throws IOException {
        write(
                "suite.conf",
                "include \"common/defaults\"\npairs { reference = \"ref/*.ptx\", candidate ="
                        + " \"new/*.ptx\", launch { candidate.entry = online_softmax } }");
        String out = ROOT + "/reports";
        for (String where : List.of("driver", "executors")) {
            int status =
                    heddle(
                            "verify",
                            ROOT + "/suite.conf",
                            "--only=side-car",
                            "--simulate=" + where,
                            "--out=" + out,
                            "--master=local[2]",
                            "--format=json");
            assertEquals(ExitStatus.OK, status, printed + errors);
            assertTrue(printed.contains("\"suite\":\"far\",\"pair\":\"k\""), printed);
            assertTrue(printed.contains("\"verdict\":\"EQUIVALENT\""), printed);
        }
        String count = "SELECT count(*) FROM pairs WHERE reference_ptx = '" + ROOT + "/ref/k.ptx'";
        assertEquals(ExitStatus.OK, heddle("sql", count, "--out=" + out), errors);
        assertEquals("2", printed.lines().skip(2).findFirst().orElse("").strip());
        assertEquals(ExitStatus.OK, heddle("diff", "previous", "latest", "--out=" + out), errors);
        assertEquals(ExitStatus.OK, heddle("report", "--out=" + out), errors);
        String page = new String(bytes(printed.strip()), StandardCharsets.UTF_8);
        assertTrue(printed.startsWith(out + "/report-") && page.contains("<html"), printed);
        String other = ROOT + "/pages/one.html";
        assertEquals(ExitStatus.OK, heddle("report", "--html=" + other, "--out=" + out), errors);
        assertEquals(page, new String(bytes(other), StandardCharsets.UTF_8));
        for (String nowhere : List.of("s3a://bucket/one.html", "file:/none/there/one.html")) {
            assertEquals(
                    ExitStatus.UNUSABLE_INPUT,
                    heddle("report", "--html=" + nowhere, "--out=" + out),
                    errors);
            assertTrue(
                    errors.startsWith("heddle: --html " + nowhere + ": the page cannot be written"),
                    errors);
            assertEquals(1, errors.lines().count(), errors);
        }
    }

    private static byte[] bytes(String name) throws IOException {
        return filesOfMemory().read(name);
    }

    private static HadoopFiles filesOfMemory() {
        Configuration configuration = new Configuration();
        configuration.setClass("fs.memory.impl", MemoryFileSystem.class, FileSystem.class);
        return new HadoopFiles(() -> configuration);
    }

    @Test
    void namesOfASuiteStayInItsFileSystem() throws IOException {
        write(
                "deep/suite.conf",
                "include \"../common/defaults\"\npairs = ["
                        + "{ name = up, reference.ptx = \"../ref/k.ptx\" },"
                        + "{ name = below, reference.ptx = er/k.ptx },"
                        + "{ name = absolute, reference.ptx = /data/ref/k.ptx },"
                        + "{ name = whole, reference.ptx = \""
                        + ROOT
                        + "/ref/k.ptx\" } ]\n"
                        + "defaults.entry = softmax, defaults.tensors.x.init = symbolic");
        int status = heddle("verify", ROOT + "/deep/suite.conf", "--dry-run");
        assertEquals(ExitStatus.OK, status, errors);
        assertTrue(printed.contains("4 pairs, nothing wrong"), printed);
    }

    @Test
    void globsGoThroughFolders() throws IOException {
        assertEquals(
                List.of("er/k.ptx"),
                filesOfMemory().list(ROOT + "/deep", 2).stream()
                        .filter(f -> f.endsWith(".ptx"))
                        .toList());
        assertEquals(List.of("k.conf", "k.ptx"), filesOfMemory().list(ROOT + "/ref", 1));
    }

    @Test
    void errorsNameFileLineAndColumn() throws IOException {
        String head = "include \"common/defaults\"\n";
        String file = "heddle: " + ROOT + "/wrong.conf";
        assertEquals(
                file + ":2:21: Expecting a value but got wrong token: '='",
                error(head + "pairs = [ { entry = = b } ]").replaceFirst(" \\(if you.*", ""));
        assertEquals(
                file + ":2: " + ROOT + "/none.ptx: no such file",
                error(head + "pairs = [ { reference.ptx = none.ptx } ]"));
        assertEquals(
                file + ":2: " + ROOT + "/in/short.csv: has 3 elements, the tensor 4",
                error(
                        head
                                + "defaults.tensors.x.init.file = in/short.csv\n"
                                + "pairs = [ { reference { ptx = ref/k.ptx } } ]"));
        assertEquals(
                file + ":2: " + ROOT + "/er: no such folder",
                error(head + "pairs { reference = \"ref/*.ptx\", candidate = \"er/*.ptx\" }"));
        write("common/wrong.conf", "a = 1\nsuite = ]");
        assertTrue(
                error("include \"common/wrong\"\n")
                        .startsWith("heddle: " + ROOT + "/common/wrong.conf:2:9: "),
                errors);
        assertEquals(
                file + ":1:1: include url(" + ROOT + "/x.conf): only files can be included",
                error("include url(\"" + ROOT + "/x.conf\")"));
        assertEquals(
                file + ":1:1: include none: no such file", error("include required(\"none\")"));
        assertEquals(file + ":2:3: include none: no such file", error("\n  include \"none\""));
        write("loop.conf", "include \"loop\"");
        assertTrue(
                error("include \"loop\"").endsWith("more than 50 includes one in another"), errors);
    }

    @Test
    void whatCannotBeReadIsOneLine() {
        for (String name : List.of(ROOT + "/none.conf", ROOT, "nowhere://host/s.conf")) {
            int status = heddle("verify", name, "--dry-run");
            assertEquals(ExitStatus.UNUSABLE_INPUT, status);
            assertTrue(errors.startsWith("heddle: " + name + ": "), errors);
            assertEquals(1, errors.lines().count(), errors);
        }
        assertTrue(errors.contains("nothing on the class path reads nowhere:"), errors);
    }

    @Test
    void aFileSystemWhoseClassIsMissingIsNamedWithItsLibrary() throws IOException {
        String missing =
                "org.apache.hadoop.fs.s3a.S3AFileSystem is not on the class path; s3a: needs"
                        + " spark-submit --packages org.apache.hadoop:hadoop-aws:"
                        + VersionInfo.getVersion();
        String suite = ROOT + "/one.conf";
        write(
                "one.conf",
                "include \"common/defaults\"\npairs = [ { reference { ptx = ref/k.ptx, entry ="
                        + " softmax } } ]");
        String bucket = "s3a://bucket/k";
        for (List<String> command :
                List.of(
                        List.of("verify", bucket),
                        List.of("verify", suite, "--out=" + bucket),
                        List.of("bench", "--part=ratio", "--suite=" + bucket),
                        List.of("sql", "SELECT 1", "--out=" + bucket),
                        List.of("diff", "previous", "latest", "--out=" + bucket),
                        List.of("report", "--out=" + bucket))) {
            assertEquals(
                    ExitStatus.UNUSABLE_INPUT,
                    heddle(command.toArray(new String[0])),
                    () -> command + ": " + errors);
            assertTrue(
                    errors.strip().endsWith(bucket + ": " + missing)
                            || errors.strip().endsWith(bucket + ": cannot be read: " + missing),
                    errors);
            assertEquals(1, errors.lines().count(), errors);
        }
        for (String key :
                List.of(
                        "defaults.ptx = \"" + bucket + "\"",
                        "defaults.tensors.x.init.file = \"" + bucket + "\"",
                        "include required(\"" + bucket + ".conf\")")) {
            String error =
                    error(
                            "include \"common/defaults\"\n"
                                    + key
                                    + "\npairs = [ { reference.entry = softmax } ]");
            assertTrue(error.contains(missing), error);
        }
        String folders = "{ reference = \"s3a://bucket/ref/*.ptx\" }";
        assertTrue(error("suite = s, pairs " + folders).contains(missing), errors);
    }

    @Test
    void whatIsFarAwayIsNotIncludedAndHasNoLength() throws IOException {
        for (String scheme : List.of("http", "https", "ftp")) {
            assertTrue(
                    error("include \"" + scheme + "://127.0.0.1:9/x\"")
                            .endsWith(": only files can be included"),
                    errors);
        }
        assertEquals(ExitStatus.UNUSABLE_INPUT, heddle("verify", "http://127.0.0.1:9/suite.conf"));
        assertTrue(errors.contains("its length is not known"), errors);
    }

    @Test
    void anIncludeMayBeAUri() throws IOException {
        write(
                "whole.conf",
                "include \""
                        + ROOT
                        + "/common/defaults\"\npairs = [ { reference { ptx = ref/k.ptx, entry ="
                        + " softmax } } ]");
        assertEquals(ExitStatus.OK, heddle("verify", ROOT + "/whole.conf", "--dry-run"), errors);
    }
}

package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cli.Heddle;
import io.heddle.report.ExitStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suites, kernels and report tables on an HDFS, whose name node and data node this process has. */
class HdfsIT {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> VERDICTS =
            List.of("far/a EQUIVALENT", "far/b RACE", "near/one NO_DEFECT");
    private static final Pattern VERDICT =
            Pattern.compile("\"suite\":\"([^\"]*)\",\"pair\":\"([^\"]*)\",\"verdict\":\"(\\w*)\"");

    @TempDir static Path folder;
    private static MiniDFSCluster cluster;
    private static FileSystem hdfs;
    private static String root; // hdfs://localhost:PORT/data
    private static Path near; // a suite of this machine that names files of the cluster

    private String printed;
    private String errors;

    @BeforeAll
    static void startAndFill() throws IOException {
        System.setProperty("spark.ui.enabled", "false");
        cluster = new MiniDFSCluster.Builder(new Configuration(), folder.toFile()).build();
        cluster.waitActive();
        hdfs = cluster.getFileSystem();
        root = hdfs.getUri() + "/data";
        String softmax = Files.readString(ROOT.resolve("datasets/quickstart/softmax.ptx"));
        for (String name : List.of("ref/a.ptx", "ref/b.ptx", "new/a.ptx", "new/b.ptx")) {
            write(name, softmax.getBytes(StandardCharsets.UTF_8));
        }
        write("ref/b.conf", "candidate.entry = softmax_without_barrier, expect = RACE");
        write("common/tensors.conf", "defaults.args = [x, y, 4]");
        write(
                "common/defaults.conf",
                "include \"tensors\"\ndefaults { block = 4, shared = 16, entry = softmax,"
                        + " compare = [y] }\ntensors { x { type = f32, shape = 4, role = in, init"
                        + " = { file = \"../in/x.bin\" } }\n y { type = f32, shape = 4, role = out"
                        + " } }\n");
        ByteBuffer x = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        write("in/x.bin", x.putFloat(1).putFloat(-2).putFloat(3).putFloat(0).array());
        write(
                "far/suite.conf",
                "suite = far, include \"../common/defaults\"\npairs { reference = \"../ref/*.ptx\","
                        + " candidate = \"../new/*.ptx\", launch { candidate.entry ="
                        + " online_softmax } }");
        near = folder.resolve("near.conf");
        Files.writeString(
                near,
                "suite = near, include \""
                        + root
                        + "/common/defaults\"\ntensors.x.init.file = \""
                        + root
                        + "/in/x.bin\"\npairs = [ { name = one, reference.ptx = \""
                        + root
                        + "/ref/a.ptx\" } ]");
    }

    @AfterAll
    static void stop() throws IOException {
        System.clearProperty("spark.ui.enabled");
        hdfs.close();
        cluster.shutdown();
    }

    private static void write(String name, String text) throws IOException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(String name, byte[] bytes) throws IOException {
        try (OutputStream out = hdfs.create(path(name))) {
            out.write(bytes);
        }
    }

    private static org.apache.hadoop.fs.Path path(String name) {
        return new org.apache.hadoop.fs.Path(root + "/" + name);
    }

    /** Runs a command in this process, with its report folder on the cluster. */
    private int heddle(String out, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--out", root + "/" + out));
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        int status =
                Heddle.run(
                        new PrintStream(stdout, true, StandardCharsets.UTF_8),
                        new PrintStream(stderr, true, StandardCharsets.UTF_8),
                        all.toArray(new String[0]));
        printed = stdout.toString(StandardCharsets.UTF_8);
        errors = stderr.toString(StandardCharsets.UTF_8);
        return status;
    }

    /** What a query says of the tables, its rows without the head. */
    private List<String> sql(String out, String query) {
        assertEquals(ExitStatus.OK, heddle(out, "sql", query), errors);
        return printed.lines().skip(2).map(l -> l.strip().replaceAll(" +", " ")).toList();
    }

    /** Starts {@code verify} of both suites as a process of the packaged application. */
    private static Process packaged(Path errors, String out, String... more) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1")); // brief runs
        command.add("@" + ROOT.resolve("conf/spark-java-options"));
        command.add("-Dlog4j2.configurationFile=" + ROOT.resolve("conf/log4j2.properties"));
        command.add("-Dspark.ui.enabled=false");
        command.add("-cp");
        command.add(TARGET.resolve("heddle.jar") + ":" + TARGET.resolve("spark/jars") + "/*");
        command.add("io.heddle.cli.Heddle");
        command.addAll(List.of("verify", root + "/far/suite.conf", near.toString()));
        command.addAll(List.of("--format", "json", "--out", root + "/" + out));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("SPARK_HOME", TARGET.resolve("spark").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        return builder.start();
    }

    private static List<String> answers(Process process, Path errors)
            throws IOException, InterruptedException {
        String json = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(ExitStatus.OK, process.waitFor(), Files.readString(errors));
        return verdicts(json);
    }

    private static List<String> verdicts(String json) {
        List<String> verdicts = new ArrayList<>();
        for (String line : json.lines().toList()) {
            Matcher verdict = VERDICT.matcher(line);
            assertTrue(verdict.find(), line);
            verdicts.add(verdict.group(1) + "/" + verdict.group(2) + " " + verdict.group(3));
        }
        return verdicts;
    }

    @Test
    void twoRunsShareAFolderAndAThirdTakesTheirAnswers() throws IOException, InterruptedException {
        Path first = folder.resolve("first.log");
        Path second = folder.resolve("second.log");
        Process here = packaged(first, "shared", "--master", "local[2]");
        Process there =
                packaged(
                        second,
                        "shared",
                        "--master",
                        "local-cluster[1,1,1024]",
                        "--simulate",
                        "executors");
        assertEquals(VERDICTS, answers(here, first));
        assertEquals(VERDICTS, answers(there, second));
        Path third = folder.resolve("third.log");
        Process reuse = packaged(third, "shared", "--master", "local[2]", "--reuse");
        assertEquals(VERDICTS, answers(reuse, third));
        assertEquals(
                List.of("3 9 3"),
                sql(
                        "shared",
                        "SELECT count(DISTINCT run_id), count(*), count(reused_from) FROM pairs"));
        assertEquals(List.of("3"), sql("shared", "SELECT count(*) FROM runs"));
        assertEquals(
                List.of(root + "/far/../new/b.ptx"),
                sql("shared", "SELECT DISTINCT file FROM findings WHERE kind = 'RACE'"));
        assertEquals(ExitStatus.OK, heddle("shared", "diff", "previous", "latest"), errors);
        assertTrue(printed.endsWith("0 changed, 0 no longer as expected\n"), printed);
        assertEquals(ExitStatus.OK, heddle("shared", "report"), errors);
        assertTrue(hdfs.exists(new org.apache.hadoop.fs.Path(printed.strip())), printed);
        assertEquals(0, hdfs.listStatus(path("shared/_open")).length);
    }

    @Test
    void aRunThatWasBrokenOffGoesOn() throws IOException {
        String suite = root + "/far/suite.conf";
        String[] verify = {"verify", suite, "--master", "local[2]", "--format", "json"};
        assertEquals(ExitStatus.OK, heddle("broken", verify), errors);
        for (String table : List.of("runs", "pairs")) { // which come last
            for (FileStatus run : hdfs.listStatus(path("broken/" + table))) {
                for (FileStatus file : hdfs.listStatus(run.getPath())) {
                    assertTrue(hdfs.delete(file.getPath(), false));
                }
            }
        }
        assertTrue(hdfs.createNewFile(path("broken/_open/" + onlyRun("broken"))));
        org.apache.hadoop.fs.Path kernels = path("broken/kernels/run_id=" + onlyRun("broken"));
        int batches = hdfs.listStatus(kernels).length; // one, or more on a slow machine
        assertTrue(batches > 0);
        String count =
                "SELECT count(DISTINCT run_id), count(*), (SELECT count(*) FROM kernels),"
                        + " (SELECT count(*) FROM runs) FROM pairs";
        for (int again = 0; again < 2; again++) { // the second prints what is there
            String[] resume = {"verify", suite, "--resume", "latest", "--format", "json"};
            assertEquals(ExitStatus.OK, heddle("broken", resume), errors);
            assertEquals(VERDICTS.subList(0, 2), verdicts(printed));
            assertEquals(List.of("1 2 4 1"), sql("broken", count));
            assertEquals(0, hdfs.listStatus(path("broken/_open")).length);
        }
        assertEquals( // set aside
                batches,
                Stream.of(hdfs.listStatus(kernels))
                        .filter(f -> f.getPath().getName().startsWith("_batch"))
                        .count());
    }

    private static String onlyRun(String out) throws IOException {
        FileStatus[] runs = hdfs.listStatus(path(out + "/pairs"));
        assertEquals(1, runs.length);
        return runs[0].getPath().getName().substring("run_id=".length());
    }

    @Test
    void whatIsMissingIsOneLine() {
        List<List<String>> commands =
                List.of(
                        List.of("report"),
                        List.of("sql", "SELECT 1"),
                        List.of("diff", "previous", "latest"),
                        List.of("verify", root + "/none.conf", "--dry-run"));
        for (List<String> command : commands) {
            int status = heddle("none", command.toArray(new String[0]));
            assertEquals(ExitStatus.UNUSABLE_INPUT, status, errors);
            assertEquals(1, errors.lines().count(), errors);
            assertTrue(errors.contains(root + "/none"), errors);
        }
    }
}

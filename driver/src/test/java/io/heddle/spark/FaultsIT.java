package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.ProductKernels;
import io.heddle.report.ExitStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nights bring, done to processes of the packaged application. */
class FaultsIT {
    private static final int SIGINT = 2;
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String REDUCTION =
            ROOT.resolve("datasets/reduction/suite.conf").toString();
    private static final String QUICKSTART =
            ROOT.resolve("datasets/quickstart/suite.conf").toString();

    @TempDir Path folder;

    private final List<String> errors = new ArrayList<>();
    private String printed;

    /** The command that runs Heddle; finished pairs are written after so many seconds. */
    private List<String> heddle(int flushSeconds, String... arguments) throws IOException {
        Path home = folder.resolve("home" + flushSeconds);
        Files.createDirectories(home.resolve("conf"));
        Files.writeString(
                home.resolve("conf/heddle.conf"),
                "heddle.spark.flush-seconds = " + flushSeconds + "\n");
        Files.writeString( // no native library, which would be a large file on the full disk
                home.resolve("conf/spark-defaults.conf"),
                "spark.sql.parquet.compression.codec uncompressed\n");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx1g");
        command.add("-XX:TieredStopAtLevel=1"); // brief runs: compiling costs more than it saves
        command.add("@" + ROOT.resolve("conf/spark-java-options"));
        command.add("-Dlog4j2.configurationFile=" + ROOT.resolve("conf/log4j2.properties"));
        command.add("-Dspark.ui.enabled=false");
        command.add("-Dheddle.home=" + home);
        command.add("-cp");
        command.add(TARGET.resolve("heddle.jar") + ":" + TARGET.resolve("spark/jars") + "/*");
        command.add("io.heddle.cli.Heddle");
        command.addAll(List.of(arguments));
        return command;
    }

    private Process start(List<String> command, String name) throws IOException {
        return new ProcessBuilder(command).redirectOutput(folder.resolve(name).toFile()).start();
    }

    /** Runs to the end; sends the signal once that many pairs are answered, if there is one. */
    private int run(String signal, int answers, List<String> command)
            throws IOException, InterruptedException {
        Process process = start(command, "out");
        errors.clear();
        int answered = 0;
        boolean sent = false;
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                errors.add(line);
                answered += line.startsWith("heddle: [") ? 1 : 0;
                if (signal != null && !sent && answered >= answers) {
                    sent = true;
                    signal(signal, process);
                }
            }
        }
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), this::log);
        printed = Files.readString(folder.resolve("out"));
        return process.exitValue();
    }

    private static void signal(String signal, Process process)
            throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
    }

    private String log() {
        return String.join("\n", errors);
    }

    private String query(String query, String reports) throws IOException, InterruptedException {
        assertEquals(
                ExitStatus.OK,
                run(null, 0, heddle(1, "sql", query, "--format", "json", "--out", reports)),
                this::log);
        return printed.strip();
    }

    /** True in a process that a shell has put into the background, and in those it starts. */
    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status"); // of Linux
        for (String line : Files.exists(status) ? Files.readAllLines(status) : List.<String>of()) {
            if (line.startsWith("SigIgn:")) {
                long ignored = Long.parseUnsignedLong(line.substring(7).strip(), 16);
                return (ignored & 1 << SIGINT - 1) != 0;
            }
        }
        return false;
    }

    @Test
    void aRunThatIsEndedFourTimesHasEveryRowOnce() throws IOException, InterruptedException {
        String out = folder.resolve("reports").toString();
        String[] first = {"verify", REDUCTION, "--master", "local[2]", "--out", out};
        String[] again = {
            "verify", REDUCTION, "--master", "local[2]", "--out", out, "--resume", "latest"
        };
        assertEquals(137, run("KILL", 2, heddle(1000, first)), this::log); // nothing is written yet
        String id = errors.get(0).replaceFirst("heddle: run (\\S+) in .*", "$1");
        assertEquals(143, run("TERM", 4, heddle(1000, again)), this::log);
        String last = errors.get(errors.size() - 1);
        assertTrue(last.contains("of 25 pairs are answered; go on with: heddle verify "), last);
        assertTrue(last.endsWith(" --resume " + id), last);
        assertTrue(printed.lines().count() >= 5, printed); // the table of what is finished
        boolean deaf = ignoresInterrupts();
        int status = run(deaf ? "TERM" : "INT", 4, heddle(1000, again));
        assertEquals(deaf ? 143 : 130, status, this::log);
        assertTrue(errors.stream().anyMatch(l -> l.contains(" pairs are answered already")));
        assertEquals(137, run("KILL", 4, heddle(0, again)), this::log); // something is written
        assertEquals(ExitStatus.OK, run(null, 0, heddle(1, again)), this::log);
        assertEquals(26, printed.lines().count(), printed);
        assertEquals(
                "{\"runs\":1,\"pairs\":25,\"names\":25,\"kernels\":50,\"sides\":50,\"ids\":1,"
                        + "\"twice\":0}",
                query(
                        "SELECT (SELECT count(*) FROM runs) AS runs, (SELECT count(*) FROM pairs)"
                                + " AS pairs, count(DISTINCT pair) AS names, count(*) AS kernels,"
                                + " count(DISTINCT pair, side) AS sides, count(DISTINCT run_id) AS"
                                + " ids, (SELECT count(*) - count(DISTINCT pair, number) FROM"
                                + " findings) + (SELECT count(*) - count(DISTINCT pair, shard) FROM"
                                + " vcs) AS twice FROM kernels",
                        out));
    }

    @Test
    void aResumedRunThatIsEndedWhileItStartsSaysHowToGoOn()
            throws IOException, InterruptedException {
        String out = folder.resolve("reports").toString();
        String[] first = {"verify", REDUCTION, "--master", "local[2]", "--out", out};
        String[] again = {
            "verify", REDUCTION, "--master", "local[2]", "--out", out, "--resume", "latest"
        };
        assertEquals(143, run("TERM", 2, heddle(0, first)), this::log);
        for (int millis = 0; millis <= 2000; millis += 500) { // Spark starts, and reads the tables
            assertEquals(143, endAfter(millis, heddle(0, again)), this::log);
            assertTrue(errors.get(0).startsWith("heddle: run "), this::log);
            if (errors.stream().noneMatch(l -> l.contains(" pairs are answered"))) {
                assertEquals(2, errors.size(), this::log);
                assertTrue(errors.get(1).startsWith("heddle: go on with: heddle verify "), log());
            }
        }
    }

    /** Ends a run so many milliseconds after its first line. */
    private int endAfter(int millis, List<String> command)
            throws IOException, InterruptedException {
        Process process = start(command, "out");
        errors.clear();
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                errors.add(line);
                if (errors.size() == 1) {
                    Thread.sleep(millis);
                    signal("TERM", process);
                }
            }
        }
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), this::log);
        return process.exitValue();
    }

    @Test
    void twoRunsWriteIntoOneFolderAtTheSameTime() throws IOException, InterruptedException {
        String out = folder.resolve("reports").toString();
        List<String> command = heddle(1, "verify", QUICKSTART, "--quiet", "--out", out);
        Process other = start(command, "other");
        assertEquals(ExitStatus.OK, run(null, 0, command), this::log);
        assertTrue(other.waitFor(2, TimeUnit.MINUTES));
        assertEquals(ExitStatus.OK, other.exitValue());
        assertEquals(
                "{\"runs\":2,\"pairs\":6,\"kernels\":12}",
                query(
                        "SELECT count(*) AS runs, (SELECT count(*) FROM pairs) AS pairs, (SELECT"
                                + " count(*) FROM kernels) AS kernels FROM runs",
                        out));
    }

    @Test
    void aFullDiskCostsTheTablesAndNotTheVerdicts() throws IOException, InterruptedException {
        String out = folder.resolve("reports").toString();
        List<String> limited =
                new ArrayList<>(List.of("bash", "-c", "ulimit -f 8; exec \"$@\"", "-"));
        limited.addAll(heddle(1, "verify", QUICKSTART, "--quiet", "--out", out));
        assertEquals(ExitStatus.INTERNAL, run(null, 0, limited), this::log);
        assertEquals(1, errors.size(), this::log);
        assertTrue(
                errors.get(0).startsWith("heddle: 3 of 3 pairs are not in the tables"), this::log);
        assertTrue(printed.contains("3 pairs: 1 RACE, 1 NOT_EQUIVALENT, 1 EQUIVALENT"), printed);
        try (Stream<Path> files = Files.walk(Path.of(out))) {
            assertFalse(
                    files.anyMatch(
                            f ->
                                    f.toString().contains("run_id=")
                                            && f.toString().endsWith(".parquet")));
        }
        List<String> again =
                heddle(1, "verify", QUICKSTART, "--quiet", "--resume", "latest", "--out", out);
        assertEquals(ExitStatus.OK, run(null, 0, again), this::log);
        assertEquals("{\"n\":3}", query("SELECT count(*) AS n FROM pairs", out));
    }

    @Test
    void aClusterThatEndsTheApplicationIsOneLineAndTheRunCanGoOn()
            throws IOException, InterruptedException {
        for (String where : List.of("driver", "executors")) {
            String out = folder.resolve(where).toString();
            String[] verify = {
                "verify",
                QUICKSTART,
                "--master",
                "local-cluster[1,1,1024]",
                "--simulate",
                where,
                "--quiet",
                "--out",
                out
            };
            List<String> command = new ArrayList<>(List.of("env", "-u", "SPARK_HOME"));
            command.addAll(heddle(1, verify)); // without it, no executor of such a cluster starts
            assertEquals(ExitStatus.INTERNAL, run(null, 0, command), this::log);
            List<String> ours = errors.stream().filter(l -> l.startsWith("heddle: ")).toList();
            assertEquals(1, ours.size(), this::log); // the others are of Spark's log
            String last = ours.get(0);
            // the driver needs no executor for the pair that has a race
            assertTrue(
                    last.matches("heddle: Spark has ended; [01] of 3 pairs are answered;.*"), last);
            assertTrue(last.contains(" --resume "), last);
            assertTrue(printed.matches("(?s).*[01] of 3 pairs answered.*"), printed);
            assertFalse(errors.stream().anyMatch(l -> l.contains("Exception in thread")), log());
            List<String> again =
                    heddle(1, "verify", QUICKSTART, "--quiet", "--resume", "latest", "--out", out);
            assertEquals(ExitStatus.OK, run(null, 0, again), this::log);
            assertEquals("{\"n\":3}", query("SELECT count(*) AS n FROM pairs", out));
        }
    }

    @Test
    void aPairBeyondItsLimitsIsUndecidedInTimeAndTheOthersGoOn()
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("k.ptx"), ProductKernels.of(18)); // a second or more each
        Path suite = folder.resolve("limits.conf");
        Files.writeString(
                suite,
                "suite = limits, defaults { block = 128, ptx = k.ptx, args = [x, y] }\n"
                        + "tensors { x { type = f32, shape = [128, 18], role = in }\n"
                        + "y { type = f32, shape = [128], role = out } }\npairs = [\n"
                        + "{ name = long, reference.entry = product, candidate.entry = sums,"
                        + " expect = UNDECIDED, limits { seconds = 15 } }\n"
                        + "{ name = large, reference.entry = product, candidate.entry = sums,"
                        + " expect = UNDECIDED, limits { memory = 1m } }\n"
                        + "{ name = dwarf, reference.entry = sums, candidate.entry = sums } ]");
        for (String where : List.of("driver", "executors")) {
            String[] command = {
                "verify",
                suite.toString(),
                "--master",
                "local[2]",
                "--format",
                "json",
                "--simulate",
                where,
                "--out",
                folder.resolve(where).toString()
            };
            assertEquals(ExitStatus.OK, run(null, 0, heddle(1, command)), this::log);
            long millis = 0;
            for (String line : printed.lines().toList()) {
                if (line.contains("\"pair\":\"long\"")) {
                    millis = Long.parseLong(line.replaceFirst(".*\"total\":(\\d+)\\}.*", "$1"));
                }
            }
            assertTrue(millis > 0 && millis <= 1.2 * 15_000, millis + " ms");
        }
    }

    /**
     * A kernel of one thread that adds squares, in a long text, which the tasks of its replay and
     * of whole pairs need. The text, and the terms of the one output, have more bytes than a
     * message of Spark may have here.
     */
    @Test
    void whatIsLargerThanAMessageOfSparkReachesExecutors()
            throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("k.ptx"),
                ".version 8.0\n.target sm_80\n.address_size 64\n"
                        + "// a comment of fifty characters, to make a long text\n".repeat(30_000)
                        + ".visible .entry k(.param .u64 x, .param .u64 y)\n{\n.reg"
                        + " .pred %p; .reg .b32 %r<2>; .reg .b64 %rd<3>; .reg .f32 %f<3>;\n"
                        + "ld.param.u64 %rd1, [x];\nld.param.u64 %rd2, [y];\n"
                        + "mov.u32 %r1, 0;\nmov.f32 %f1, 0f00000000;\n"
                        + "loop:\nld.global.f32 %f2, [%rd1];\nfma.rn.f32 %f1, %f2, %f2, %f1;\n"
                        + "add.s64 %rd1, %rd1, 4;\nadd.u32 %r1, %r1, 1;\n"
                        + "setp.lt.u32 %p, %r1, 300000;\n@%p bra loop;\n"
                        + "st.global.f32 [%rd2], %f1;\nret;\n}\n");
        Path suite = folder.resolve("large.conf");
        Files.writeString(
                suite,
                "suite = large, defaults { block = 1, ptx = k.ptx, args = [x, y] }\n"
                        + "tensors { x { type = f32, shape = [300000], role = in }\n"
                        + "y { type = f32, shape = [1], role = out } }\npairs = [\n"
                        + "{ name = squares, reference {}, candidate {} } ]");
        for (String where : List.of("driver", "executors")) {
            String out = folder.resolve(where).toString();
            List<String> command =
                    new ArrayList<>(List.of("env", "SPARK_HOME=" + TARGET.resolve("spark")));
            command.addAll(List.of("SPARK_SCALA_VERSION=2.13", "SPARK_LOCAL_IP=127.0.0.1"));
            String master = "local-cluster[1,1,1024]";
            command.addAll(heddle(1, "verify", suite.toString(), "--master", master));
            command.addAll(List.of("--simulate", where, "--out", out));
            command.add(command.indexOf("-Xmx1g"), "-Dspark.rpc.message.maxSize=1");
            assertEquals(ExitStatus.OK, run(null, 0, command), this::log);
            assertTrue(printed.contains("1 pair: 1 EQUIVALENT; all as expected"), printed);
        }
    }

    @Test
    void filesWithoutEndAndFilesThatDoNotFitAreOneLine() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe.ptx");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        Path huge = folder.resolve("huge.ptx"); // 105 MB
        Files.writeString(
                huge,
                ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 x)\n"
                        + "{\n.reg .b32 %r<2>;\n"
                        + "add.u32 %r1, %r1, 1;\n".repeat(5_000_000)
                        + "ret;\n}\n");
        assertOneLine(pipe, "-Xmx128m");
        assertOneLine(Path.of("/dev/zero"), "-Xmx128m");
        assertOneLine(huge, "-Xmx128m"); // its text does not fit
        assertOneLine(huge, "-Xmx400m"); // its instructions do not
    }

    private void assertOneLine(Path file, String heap) throws IOException, InterruptedException {
        String name = file.toString();
        List<String> command =
                heddle(1, "check", name, name, "--block", "1", "--arg", "in:x:f32[1]");
        command.replaceAll(word -> word.equals("-Xmx1g") ? heap : word);
        assertEquals(ExitStatus.UNUSABLE_INPUT, run(null, 0, command), this::log);
        assertEquals(1, errors.size(), this::log);
        assertTrue(errors.get(0).contains(name), this::log);
    }
}

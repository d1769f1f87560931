package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.report.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.rpc.RpcEnv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster whose only worker comes when the run waits for it. What goes out later is divided for
 * the cores that have come.
 */
class LateExecutorsIT {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int CORES = 6; // that come; Spark says 2 before

    /** Of a job's first stage: the pair that is decided, and its tasks. */
    private static final Pattern DECIDES =
            Pattern.compile(
                    "\"SparkListenerJobStart\".*?\"Number of Tasks\":(\\d+)"
                            + ".*\"spark.job.description\":\"decide late/(\\w+)[^\"]*\"");

    @TempDir Path folder;

    private List<String> java(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx1g");
        command.add("-XX:TieredStopAtLevel=1"); // brief runs: compiling costs more than it saves
        command.add("@" + ROOT.resolve("conf/spark-java-options"));
        command.add("-Dlog4j2.configurationFile=" + ROOT.resolve("conf/log4j2.properties"));
        command.addAll(List.of(arguments));
        return command;
    }

    private Process start(List<String> command, String name) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve(name).toFile());
        builder.environment().put("SPARK_HOME", TARGET.resolve("spark").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        return builder.start();
    }

    /** Two pairs of one kernel, of which one is simulated once the other is answered. */
    private Process verify(String master) throws IOException {
        Path conf = Files.createDirectories(folder.resolve("home/conf"));
        Files.writeString(conf.resolve("heddle.conf"), "heddle.spark.pairs-ahead = 1\n");
        Files.writeString(
                folder.resolve("k.ptx"),
                ".version 8.0\n.target sm_80\n.address_size 64\n"
                        + ReplayTaskTest.entry("sum", 1, "add.f32 %f2, %f1, %f1;")
                        + ReplayTaskTest.entry("twice", 1, "mul.f32 %f2, %f1, 0f40000000;"));
        String pair = "{ name = %s, reference { entry = sum }, candidate { entry = twice } }";
        Path suite =
                Files.writeString(
                        folder.resolve("late.conf"),
                        "suite = late, defaults { block = 1024, ptx = k.ptx, args = [x, y] }\n"
                                + "tensors { x { type = f32, shape = [1024], role = in }\n"
                                + "y { type = f32, shape = [1024], role = out } }\npairs = ["
                                + String.format(pair, "one")
                                + ", "
                                + String.format(pair, "other")
                                + "]");
        Path events = Files.createDirectories(folder.resolve("events"));
        return start(
                java(
                        "-Dheddle.home=" + folder.resolve("home"),
                        "-Dspark.ui.enabled=false",
                        "-Dspark.eventLog.enabled=true",
                        "-Dspark.eventLog.compress=false",
                        "-Dspark.eventLog.dir=" + events.toUri(),
                        "-Dspark.executor.memory=1g",
                        "-cp",
                        TARGET.resolve("heddle.jar") + ":" + TARGET.resolve("spark/jars") + "/*",
                        "io.heddle.cli.Heddle",
                        "verify",
                        suite.toString(),
                        "--master",
                        master,
                        "--out",
                        folder.resolve("reports").toString()),
                "verify");
    }

    /** The tasks of the decision of a pair, 0 while there is none. */
    private int tasks(String pair) throws IOException {
        int most = 0;
        try (Stream<Path> files = Files.walk(folder.resolve("events"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                for (String line : Files.readAllLines(file)) {
                    Matcher job = DECIDES.matcher(line);
                    if (job.find() && job.group(2).equals(pair)) {
                        most = Math.max(most, Integer.parseInt(job.group(1)));
                    }
                }
            }
        }
        return most;
    }

    private String log(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    @Timeout(600)
    void whatGoesOutLaterIsDividedForTheCoresThatHaveCome()
            throws IOException, InterruptedException {
        SparkConf conf = new SparkConf(false).set("spark.ui.enabled", "false");
        RpcEnv master = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1();
        String url = "spark://127.0.0.1:" + master.address().port();
        Process worker = null;
        Process verify = verify(url);
        try {
            while (!log("verify").contains("heddle: run ") || jobs() == 0) {
                assertTrue(verify.isAlive(), () -> log("verify"));
                Thread.sleep(100);
            }
            String jars = TARGET.resolve("spark/jars") + "/*";
            worker =
                    start(
                            java(
                                    "-cp",
                                    jars,
                                    "org.apache.spark.deploy.worker.Worker",
                                    "--host",
                                    "127.0.0.1",
                                    "--webui-port",
                                    "0",
                                    "--cores",
                                    String.valueOf(CORES),
                                    "--memory",
                                    "2g",
                                    "--work-dir",
                                    folder.resolve("work").toString(),
                                    url),
                            "worker");
            assertTrue(verify.waitFor(5, TimeUnit.MINUTES), () -> log("verify") + log("worker"));
            assertEquals(ExitStatus.OK, verify.exitValue(), () -> log("verify") + log("worker"));
            // either pair may be the one that is simulated first
            assertEquals(Set.of(2 * 2, 2 * CORES), Set.of(tasks("one"), tasks("other")));
        } finally {
            verify.destroyForcibly();
            if (worker != null) {
                worker.destroy();
                worker.waitFor();
            }
            master.shutdown();
            master.awaitTermination();
        }
    }

    /** Jobs that the event log has so far: the first asks for the lemmas of the first pair. */
    private int jobs() throws IOException {
        int jobs = 0;
        try (Stream<Path> files = Files.walk(folder.resolve("events"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jobs +=
                        Files.readAllLines(file).stream()
                                .filter(line -> line.contains("\"SparkListenerJobStart\""))
                                .toList()
                                .size();
            }
        }
        return jobs;
    }
}

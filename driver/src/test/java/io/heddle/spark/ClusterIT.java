package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.report.ExitStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged application under Spark's own launcher, its executors in processes of their own, as
 * {@code spark-submit} runs it: {@code SparkSubmit} of the Spark home that the build makes.
 */
class ClusterIT {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern VERDICT =
            Pattern.compile("\"pair\":\"([^\"]*)\",\"verdict\":\"(\\w*)\"");

    @TempDir Path folder;

    @Test
    void aKilledExecutorChangesNoVerdictAndNothingIsLoggedThatIsNoTrouble()
            throws IOException, InterruptedException {
        Path calmOutput = folder.resolve("calm.json");
        assertEquals(ExitStatus.OK, run("local[2]", calmOutput, false));
        Path output = folder.resolve("killed.json");
        assertEquals(ExitStatus.OK, run("local-cluster[2,1,1024]", output, true));
        assertEquals(verdicts(calmOutput), verdicts(output));
        assertTrue(verdicts(output).contains("step1 EQUIVALENT"));
        assertTrue(verdicts(output).contains("step3-shared-tiles EQUIVALENT"));
        assertTrue(verdicts(output).contains("whole-grid EQUIVALENT"));
        assertTrue(jobs("replay ").contains("sgemm/step3-shared-tiles"));
        assertTrue(jobs("replay ").stream().anyMatch(job -> job.contains("reduction/"))); // brief
        assertEquals(Set.of("any-input/scale"), Set.copyOf(jobs("answer ")));
        assertTrue(jobs("decide conv2d-tc/whole-grid").get(0).endsWith("in slices"));
    }

    /**
     * Spark's own launcher has Spark's settings of Log4j until it has the jar, with which an
     * application would log everything that it does.
     */
    @Test
    void logSettingsOfHeddleReachTheLauncherAndThoseOfTheUserStay()
            throws IOException, InterruptedException {
        List<String> ours = submit(List.of());
        int begins = 0;
        while (!ours.get(begins).startsWith("heddle: run ")) {
            begins++;
        }
        for (String line : ours.subList(begins, ours.size())) {
            assertTrue(line.matches("heddle: .*|Using Spark's default log4j .*"), ours::toString);
        }
        Path settings =
                Files.writeString(
                        folder.resolve("mine.properties"),
                        "rootLogger.level = info\nrootLogger.appenderRef.mine.ref = mine\n"
                                + "appender.mine.type = Console\nappender.mine.name = mine\n"
                                + "appender.mine.target = SYSTEM_ERR\n"
                                + "appender.mine.layout.type = PatternLayout\n"
                                + "appender.mine.layout.pattern = MINE %p %c{1}: %m%n\n");
        List<String> theirs = submit(List.of("-Dlog4j2.configurationFile=" + settings.toUri()));
        assertTrue(
                theirs.stream().anyMatch(l -> l.startsWith("MINE INFO SparkContext: ")),
                theirs::toString);
    }

    /** What a pair under spark-submit says on standard error. */
    private List<String> submit(List<String> options) throws IOException, InterruptedException {
        List<String> command = launcher(options, "local[1]");
        command.addAll(List.of("--class", "io.heddle.cli.Heddle"));
        command.add(TARGET.resolve("heddle.jar").toString());
        command.addAll(
                List.of("verify", ROOT.resolve("datasets/quickstart/suite.conf").toString()));
        command.addAll(List.of("--only", "naive*", "--out", folder.resolve("one").toString()));
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.redirectOutput(folder.resolve("output").toFile());
        builder.environment().put("SPARK_HOME", TARGET.resolve("spark").toString());
        Process process = builder.start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        assertEquals(ExitStatus.OK, process.exitValue(), Files.readString(errors));
        return Files.readAllLines(errors);
    }

    private static List<String> launcher(List<String> options, String master) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx1g");
        command.add("@" + ROOT.resolve("conf/spark-java-options"));
        command.addAll(options);
        command.add("-cp");
        command.add(TARGET.resolve("spark/jars") + "/*");
        command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", master));
        command.addAll(List.of("--conf", "spark.ui.enabled=false"));
        return command;
    }

    /** The rest of the descriptions of jobs on the cluster that begin in this way. */
    private List<String> jobs(String begin) throws IOException {
        Pattern job = Pattern.compile("\"spark.job.description\":\"" + begin + "([^\"]*)\"");
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve("events"))) {
            for (Path file :
                    files.filter(f -> f.getFileName().toString().startsWith("events_")).toList()) {
                job.matcher(Files.readString(file)).results().forEach(r -> found.add(r.group(1)));
            }
        }
        return found;
    }

    /**
     * Runs the reduction suite, a product whose replay is long and a convolution whose outputs
     * hardly share terms; on request kills the first executor once answers flow.
     */
    private int run(String master, Path output, boolean kill)
            throws IOException, InterruptedException {
        List<String> command = launcher(List.of(), master);
        if (!master.startsWith("local[")) {
            String events = Files.createDirectories(folder.resolve("events")).toUri().toString();
            command.addAll(List.of("--conf", "spark.eventLog.enabled=true"));
            command.addAll(List.of("--conf", "spark.eventLog.compress=false"));
            command.addAll(List.of("--conf", "spark.eventLog.dir=" + events));
        }
        command.addAll(List.of("--class", "io.heddle.cli.Heddle"));
        command.add(TARGET.resolve("heddle.jar").toString());
        command.addAll(List.of("verify", ROOT.resolve("datasets/reduction/suite.conf").toString()));
        command.add(ROOT.resolve("datasets/sgemm/suite.conf").toString());
        command.add(ROOT.resolve("datasets/conv2d-tc/suite.conf").toString());
        command.add(ROOT.resolve("datasets/any-input/suite.conf").toString());
        String only = "reduction/*,sgemm/step3*,conv2d-tc/whole-grid,any-input/scale";
        command.addAll(List.of("--only", only));
        command.addAll(List.of("--format", "json", "--out", folder.resolve("reports").toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(output.toFile());
        builder.environment().put("SPARK_HOME", TARGET.resolve("spark").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        Process process = builder.start();
        List<String> log = new ArrayList<>();
        boolean killed = false;
        try (BufferedReader errors = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = errors.readLine(); line != null; line = errors.readLine()) {
                log.add(line);
                if (kill && !killed && line.contains("EQUIVALENT")) {
                    killed = killAnExecutor(process);
                }
            }
        }
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), () -> String.join("\n", log));
        assertEquals(kill, killed, () -> String.join("\n", log));
        assertTrue(log.stream().noneMatch(l -> l.contains(" INFO ")), () -> String.join("\n", log));
        return process.exitValue();
    }

    private static boolean killAnExecutor(Process process) {
        return process.descendants()
                .filter(
                        p ->
                                p.info().commandLine().orElse("").contains("ExecutorBackend")
                                        && p.isAlive())
                .findFirst()
                .map(ProcessHandle::destroyForcibly)
                .orElse(false);
    }

    private static List<String> verdicts(Path output) throws IOException {
        List<String> verdicts = new ArrayList<>();
        for (String line : Files.readAllLines(output)) {
            Matcher verdict = VERDICT.matcher(line);
            assertTrue(verdict.find(), line);
            verdicts.add(verdict.group(1) + " " + verdict.group(2));
        }
        return verdicts;
    }
}

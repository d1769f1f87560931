package io.heddle.cases;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.heddle.anyinput.solver.SolverPool;
import io.heddle.cases.CaseFile.Case;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.cli.Heddle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs cases in this process and says what is not as expected. */
final class CaseRunner {
    private static final String CANDIDATE = ".cand.ptx";
    private static final String FORMULA = ".py";
    private static final String LONG_ENOUGH = "5s"; // where no answer is an answer

    private CaseRunner() {}

    /** The case files under {@code root} whose path contains {@code filter}, by name. */
    static List<Path> files(Path root, String filter) {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(p -> p.toString().endsWith(".ptx"))
                    .filter(p -> !p.toString().endsWith(CANDIDATE))
                    .filter(p -> root.relativize(p).toString().contains(filter))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs one case.
     *
     * @param parsed files of the cases before
     * @param solvers that cases before have asked
     * @return what is not as expected, or null
     */
    static String failure(Path file, Case c, KernelFiles parsed, SolverPool solvers) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status =
                Heddle.run(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        parsed,
                        solvers,
                        arguments(file, c).toArray(new String[0]));
        String json = out.toString(StandardCharsets.UTF_8);
        if (json.isBlank()) {
            return "exit status " + status + ": " + err.toString(StandardCharsets.UTF_8).strip();
        }
        Config report = ConfigFactory.parseString(json);
        String problem = problem(c, report);
        return problem == null ? null : problem + "\n  " + summary(report);
    }

    private static List<String> arguments(Path file, Case c) {
        List<String> arguments = new ArrayList<>();
        String command = c.arguments().get(0);
        arguments.add(command);
        int given = 1;
        if (c.arguments().get(1).endsWith(FORMULA)) {
            arguments.add(file.resolveSibling(c.arguments().get(1)).toString());
            given = 2;
        }
        arguments.add(file.toString());
        if (command.equals("check") && given == 1) {
            String name = file.toString();
            Path candidate = Path.of(name.substring(0, name.length() - 4) + CANDIDATE);
            arguments.add((Files.exists(candidate) ? candidate : file).toString());
        }
        arguments.addAll(c.arguments().subList(given, c.arguments().size()));
        if (c.verdict().contains("UNDECIDED") && !c.arguments().contains("--limit-time")) {
            arguments.addAll(List.of("--limit-time", LONG_ENOUGH));
        }
        arguments.addAll(List.of("--format", "json", "--quiet"));
        return arguments;
    }

    private static String problem(Case c, Config report) {
        String verdict = report.getString("verdict");
        if (!List.of(c.verdict().split("\\|")).contains(verdict)) {
            return "verdict " + verdict + " instead of " + c.verdict();
        }
        if (c.at() != 0) {
            int line = report.getIsNull("location") ? 0 : report.getInt("location.line");
            if (line != c.at()) {
                return "at line " + line + " instead of " + c.at();
            }
        }
        String messages = messages(report);
        for (String part : c.messages()) {
            if (!messages.contains(part)) {
                return "no message says \"" + part + "\"";
            }
        }
        List<String> assumptions = report.getStringList("assumptions");
        for (String part : c.assumptions()) {
            if (assumptions.stream().noneMatch(a -> a.contains(part))) {
                return "no assumption says \"" + part + "\"";
            }
        }
        if (c.withoutAssumptions() && !assumptions.isEmpty()) {
            return "an assumption is listed";
        }
        String replay = report.getIsNull("replay") ? "" : report.getString("replay");
        if (c.replay() != null && !replay.startsWith(c.replay())) {
            return "replay is \"" + replay + "\" instead of \"" + c.replay() + "\"";
        }
        return null;
    }

    private static String messages(Config report) {
        StringBuilder text = new StringBuilder();
        if (!report.getIsNull("message")) {
            text.append(report.getString("message"));
        }
        report.getConfigList("findings")
                .forEach(f -> text.append('\n').append(f.getString("message")));
        return text.toString();
    }

    private static String summary(Config report) {
        return report.getString("verdict")
                + ": "
                + messages(report)
                + "\n  assumptions: "
                + report.getStringList("assumptions")
                + (report.getIsNull("location")
                        ? ""
                        : "\n  line " + report.getInt("location.line"));
    }

    /**
     * Runs the cases of a folder and prints those that fail, then counts: what {@link CaseTest}
     * does, without JUnit.
     *
     * @param args the folder and, if not all, a part of the files' paths
     */
    public static void main(String[] args) {
        KernelFiles parsed = new KernelFiles();
        SolverPool solvers = PairChecker.newSolvers(); // they end with this process
        int passed = 0;
        int failed = 0;
        for (Path file : files(Path.of(args[0]), args.length > 1 ? args[1] : "")) {
            for (Case c : CaseFile.read(file).cases()) {
                String failure = failure(file, c, parsed, solvers);
                if (failure == null) {
                    passed++;
                } else {
                    failed++;
                    System.out.println("FAILED " + file + ":" + c.line() + ": " + failure);
                }
            }
        }
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}

package io.heddle.metamorphic;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands in the headers of case files, and what they answer. */
final class Kernels {
    static final Path CASES = Path.of("../simulator/src/test/resources/cases");

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private Kernels() {}

    /**
     * A command of a case file of which both sides are entries of that file.
     *
     * @param file the case file
     * @param arguments words after {@code RUN}
     */
    record Command(Path file, List<String> arguments) {
        boolean isCheck() {
            return arguments.get(0).equals("check");
        }
    }

    /**
     * An answer of the command line.
     *
     * @param status exit status
     * @param out standard output
     * @param err standard error
     */
    record Answer(int status, String out, String err) {
        /** The verdict in the JSON; the first line of the errors where there is none. */
        String verdict() {
            Matcher m = Pattern.compile("\"verdict\":\"([A-Z_]+)\"").matcher(out);
            return m.find() ? m.group(1) : "exit " + status;
        }
    }

    /** All commands of all case files without a candidate of their own. */
    static List<Command> commands() {
        try (Stream<Path> files = Files.walk(CASES)) {
            List<Command> commands = new ArrayList<>();
            for (Path file : files.filter(f -> f.toString().endsWith(".ptx")).sorted().toList()) {
                String name = file.toString();
                Path candidate = Path.of(name.substring(0, name.length() - 4) + ".cand.ptx");
                if (!name.endsWith(".cand.ptx") && !Files.exists(candidate)) {
                    commands.addAll(commands(file));
                }
            }
            return commands;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Command> commands(Path file) throws IOException {
        List<Command> commands = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size() && lines.get(i).startsWith("//"); i++) {
            StringBuilder line = new StringBuilder(lines.get(i).substring(2).strip());
            while (line.toString().endsWith("\\")) {
                line.setLength(line.length() - 1);
                line.append(' ').append(lines.get(++i).substring(2).strip());
            }
            if (line.toString().startsWith("RUN ")) {
                List<String> words = new ArrayList<>();
                Matcher m = WORD.matcher(line.substring(4));
                while (m.find()) {
                    words.add(
                            m.group(1) != null
                                    ? m.group(1)
                                    : m.group(2) != null ? m.group(2) : m.group(3));
                }
                commands.add(new Command(file, words));
            }
        }
        return commands;
    }

    /** Runs a command on given files. */
    static Answer run(Command c, Path reference, Path candidate, List<String> more) {
        List<String> all = new ArrayList<>();
        all.add(c.arguments().get(0));
        all.add(reference.toString());
        if (c.isCheck()) {
            all.add(candidate.toString());
        }
        all.addAll(c.arguments().subList(1, c.arguments().size()));
        all.addAll(more);
        all.addAll(List.of("--format", "json", "--quiet", "--limit-time", "10s"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status =
                Heddle.run(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        all.toArray(new String[0]));
        return new Answer(
                status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}

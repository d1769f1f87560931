package io.heddle.cli;

import io.heddle.anyinput.solver.SolverPool;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.finding.LaunchException;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.report.Colours;
import io.heddle.report.ExitStatus;
import io.heddle.report.Printable;
import io.heddle.report.PrintableWriter;
import io.heddle.suite.InputException;
import io.heddle.suite.NearestName;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The program: finds the command, runs it, and turns every failure into one line and an exit
 * status. No stack trace reaches a user without {@code --verbose}.
 */
public final class Heddle {
    /** System property that {@code bin/heddle} sets to the folder that it lies in. */
    public static final String HOME = "heddle.home";

    private Heddle() {}

    /** Runs the command that {@code args} name and ends the process with its status. */
    public static void main(String[] args) {
        PrintStream out = utf8(FileDescriptor.out);
        PrintStream err = utf8(FileDescriptor.err);
        System.setOut(out);
        System.setErr(err);
        SolverPool solvers = PairChecker.newSolvers(); // they end with this process
        int status = run(out, err, Ansi.AUTO, new KernelFiles(), solvers, args); // heeds NO_COLOR
        out.flush();
        err.flush();
        System.exit(status);
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /**
     * Runs a command in this process, without colours.
     *
     * @return its exit status
     */
    public static int run(PrintStream out, PrintStream err, String... args) {
        return run(out, err, new KernelFiles(), args);
    }

    /** The same with PTX files that earlier commands of this process have parsed, or will. */
    public static int run(PrintStream out, PrintStream err, KernelFiles files, String... args) {
        try (SolverPool solvers = PairChecker.newSolvers()) {
            return run(out, err, files, solvers, args);
        }
    }

    /** The same with solvers that later commands of this process are to use, too. */
    public static int run(
            PrintStream out,
            PrintStream err,
            KernelFiles files,
            SolverPool solvers,
            String... args) {
        return run(out, err, Ansi.OFF, files, solvers, args);
    }

    /** Nothing of a command gets to the user but by the two writers that are made here. */
    private static int run(
            PrintStream out,
            PrintStream err,
            Ansi ansi,
            KernelFiles files,
            SolverPool solvers,
            String... args) {
        Colours colours = ansi.enabled() ? Colours.ANSI : Colours.NONE;
        PrintWriter shown = PrintableWriter.on(out, colours);
        PrintWriter told = PrintableWriter.on(err, Colours.NONE);
        try {
            return run(shown, told, ansi, files, solvers, args);
        } finally {
            shown.flush();
            told.flush();
        }
    }

    private static int run(
            PrintWriter out,
            PrintWriter err,
            Ansi ansi,
            KernelFiles files,
            SolverPool solvers,
            String... args) {
        if (args.length == 0) {
            err.print(usage());
            return ExitStatus.UNUSABLE_INPUT;
        }
        switch (args[0]) {
            case "--help", "-h", "help":
                out.print(usage());
                return ExitStatus.OK;
            case "--version", "-V":
                out.println("heddle " + version());
                return ExitStatus.OK;
            default:
                return runCommand(out, err, ansi, files, solvers, args);
        }
    }

    private static int runCommand(
            PrintWriter out,
            PrintWriter err,
            Ansi ansi,
            KernelFiles files,
            SolverPool solvers,
            String[] args) {
        Subcommand subcommand = Subcommand.parse(args[0]);
        if (subcommand == null) {
            String nearest = NearestName.to(args[0], Subcommand.names());
            err.println(
                    "heddle: no command "
                            + Printable.of(args[0])
                            + (nearest == null ? "" : ", did you mean " + nearest)
                            + "; see heddle --help");
            return ExitStatus.UNUSABLE_INPUT;
        }
        List<String> rest = Arrays.asList(args).subList(1, args.length);
        boolean verbose = rest.contains("--verbose");
        try {
            Callable<?> command = subcommand.load();
            if (command instanceof KernelReader reader) {
                reader.readFrom(files);
                reader.ask(solvers);
            }
            CommandLine line = new CommandLine(command);
            line.setCommandName("heddle " + subcommand.spelling());
            line.setOut(out);
            line.setErr(err);
            line.setUsageHelpWidth(100);
            line.setColorScheme(CommandLine.Help.defaultColorScheme(ansi));
            line.setCaseInsensitiveEnumValuesAllowed(true);
            line.setParameterExceptionHandler((e, a) -> unusable(err, e, a));
            line.setExecutionExceptionHandler((e, l, r) -> failed(err, e, verbose));
            return line.execute(rest.toArray(new String[0]));
        } catch (Throwable e) {
            return failed(err, e, verbose);
        }
    }

    private static int unusable(PrintWriter err, ParameterException e, String[] arguments) {
        CommandLine line = e.getCommandLine();
        String unknown = unknownOption(line, arguments);
        String why = unknown != null ? unknown : e.getMessage();
        err.println(line.getCommandName() + ": " + oneLine(why) + "; see --help");
        return ExitStatus.UNUSABLE_INPUT;
    }

    /**
     * What is wrong with the first argument that looks like an option but is not one, the likeliest
     * cause of an error; null if there is none.
     */
    private static String unknownOption(CommandLine line, String[] arguments) {
        Map<String, OptionSpec> options = line.getCommandSpec().optionsMap();
        for (String argument : arguments) {
            String name = argument.split("=", 2)[0];
            if (name.startsWith("--") && name.length() > 2 && !options.containsKey(name)) {
                String nearest = NearestName.to(name, options.keySet());
                return "unknown option "
                        + name
                        + (nearest == null ? "" : ", did you mean " + nearest);
            }
        }
        return null;
    }

    static int failed(PrintWriter err, Throwable e, boolean verbose) {
        if (verbose) {
            e.printStackTrace(err);
        }
        if (e instanceof InputException || e instanceof LaunchException) {
            err.println("heddle: " + oneLine(e.getMessage()));
            if (e instanceof InputException input) {
                input.further().forEach(line -> err.println(Printable.of(line)));
            }
            return ExitStatus.UNUSABLE_INPUT;
        }
        if (e instanceof PtxSyntaxException syntax) {
            syntax.problems().forEach(p -> err.println("heddle: " + oneLine(p.toString())));
            return ExitStatus.UNUSABLE_INPUT;
        }
        err.println("heddle: internal failure: " + oneLine(e.toString()));
        if (!verbose) {
            err.println("heddle: --verbose prints the stack trace");
        }
        return ExitStatus.INTERNAL;
    }

    static String oneLine(String message) {
        return message == null ? "" : Printable.of(message.strip().replaceAll("\\s*\\R\\s*", " "));
    }

    /** The version of this build. */
    public static String version() {
        try {
            return resource("version.txt").strip();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A text beside this class. */
    static String resource(String name) throws IOException {
        try (InputStream in = Heddle.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String usage() {
        StringBuilder text = new StringBuilder();
        text.append("usage: heddle COMMAND [OPTION…]\n\n");
        text.append(
                "Proves that two GPU kernels compute the same, or shows where they do not.\n\n");
        for (Subcommand c : Subcommand.values()) {
            text.append(String.format("  %-10s %s%n", c.spelling(), c.summary()));
        }
        text.append("\nheddle COMMAND --help explains a command. Exit status: 0 as expected, ");
        text.append("1 not as expected,\n2 unusable input, 3 internal failure.\n");
        return text.toString();
    }
}

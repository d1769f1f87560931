package io.heddle.cli;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the manual page of the program in the macros of man(7), from picocli's model of the
 * commands.
 *
 * <p>Picocli's own generator writes AsciiDoc, and the one program that makes manual pages of that
 * brings an interpreter of Ruby; what a page needs of roff is here.
 */
final class ManPage {
    private static final List<String> EXIT =
            List.of(
                    "0", "every pair is as expected",
                    "1", "some pair is not",
                    "2", "unusable input",
                    "3", "internal failure");

    private final StringBuilder page = new StringBuilder();

    private ManPage() {}

    /** The page of a program with commands. */
    static String of(CommandLine program) {
        ManPage man = new ManPage();
        man.head(program.getCommandSpec());
        for (CommandLine command : program.getSubcommands().values()) {
            man.command(command.getCommandSpec());
        }
        man.section("EXIT STATUS");
        for (int i = 0; i < EXIT.size(); i += 2) {
            man.item(EXIT.get(i), EXIT.get(i + 1));
        }
        return man.page.toString();
    }

    private void head(CommandSpec program) {
        line(".\\\" Made from the options of the program by DocumentationFilesTest: do not edit.");
        line(".TH HEDDLE 1 \"\" Heddle \"User Commands\"");
        section("NAME");
        line("heddle \\- prove GPU kernels equal, or show where they are not");
        section("SYNOPSIS");
        line(".B heddle");
        line("COMMAND [OPTION]...");
        section("DESCRIPTION");
        text(Arrays.asList(program.usageMessage().description()));
        for (CommandLine command : program.subcommands().values()) {
            CommandSpec spec = command.getCommandSpec();
            item("heddle " + spec.name(), String.join(" ", spec.usageMessage().description()));
        }
    }

    private void command(CommandSpec command) {
        section("HEDDLE " + command.name().toUpperCase(java.util.Locale.ROOT));
        String synopsis =
                command.usageMessage().customSynopsis().length > 0
                        ? String.join(" ", command.usageMessage().customSynopsis())
                        : command.commandLine().getHelp().synopsis(0);
        String plain = Ansi.OFF.string(synopsis).replaceFirst("^(usage: )?(heddle )?", "");
        line(escaped("heddle " + plain.strip()));
        line(".PP");
        text(Arrays.asList(command.usageMessage().description()));
        for (PositionalParamSpec p : command.positionalParameters()) {
            item(p.paramLabel(), p.description());
        }
        for (OptionSpec o : command.options()) {
            if (!o.hidden()) {
                String label = o.arity().max() == 0 ? "" : " " + o.paramLabel();
                item(String.join(", ", o.names()) + label, o.description());
            }
        }
        for (String footer : command.usageMessage().footer()) {
            line(footer.isEmpty() ? ".PP" : escaped(footer.strip()));
            line(footer.isEmpty() ? "" : ".br");
        }
    }

    private void section(String name) {
        line(".SH \"" + name + "\"");
    }

    /** A term in bold, and what it means; an indented line stays one of its own. */
    private void item(String term, String... meaning) {
        line(".TP");
        line(".B " + escaped(term).replace("\"", "\\(dq"));
        boolean first = true;
        for (String m : meaning) {
            if (!first) {
                line(".br");
            }
            line(escaped(m.strip()));
            first = false;
        }
    }

    private void text(List<String> lines) {
        lines.forEach(l -> line(escaped(l)));
    }

    /** Text in which nothing is a request or an escape of roff. */
    private static String escaped(String text) {
        String plain = text.replace("%%", "%").replace("%n", " ").replace("\\", "\\e");
        plain = plain.replace("-", "\\-").replace("…", "...").replace("'", "\\(aq");
        return plain.startsWith(".") ? "\\&" + plain : plain;
    }

    private void line(String text) {
        if (!text.isEmpty()) {
            page.append(text).append('\n');
        }
    }
}

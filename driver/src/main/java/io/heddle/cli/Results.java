package io.heddle.cli;

import io.heddle.finding.Location;
import io.heddle.mangling.EntryName;
import io.heddle.report.Colours;
import io.heddle.report.ErrorCause;
import io.heddle.report.ExitStatus;
import io.heddle.report.JsonReport;
import io.heddle.report.PairReport;
import io.heddle.report.TextOptions;
import io.heddle.report.TextReport;
import java.io.PrintWriter;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the reports of a command that answers one pair after the other. */
final class Results {
    private static final Pattern MANGLED = Pattern.compile("(?<=\\bentry )_Z\\w+");

    private final CommandLine line;
    private final CommonOptions options;
    private final UnaryOperator<String> names;
    private boolean saidNoLines;

    /**
     * Prints where {@code spec}'s command does.
     *
     * @param options the format
     * @param names gives files in texts the names that the user knows
     */
    Results(CommandSpec spec, CommonOptions options, UnaryOperator<String> names) {
        this.line = spec.commandLine();
        this.options = options;
        this.names = names;
    }

    /**
     * Prints {@code answer} in the format of the options.
     *
     * @param isSample whether CTA 0,0,0 was chosen of a grid of several
     * @return the exit status that it stands for
     */
    int print(PairReport answer, boolean isSample) {
        return print(answer, isSample, null);
    }

    /**
     * Prints the same with what the candidate computes.
     *
     * @param computed definitions, or null
     */
    int print(PairReport answer, boolean isSample, String computed) {
        PairReport report = answer.withPeakBytes(PeakMemory.bytes());
        if (report.error() == ErrorCause.INPUT) {
            line.getErr()
                    .println("heddle: " + names.apply(inCpp(Heddle.oneLine(report.message()))));
            if (!options.isJson()) {
                return ExitStatus.of(report);
            }
        }
        PrintWriter out = line.getOut();
        out.print(
                options.isJson()
                        ? JsonReport.line(report, computed) + "\n"
                        : names.apply(text(report, isSample && report.error() == null))
                                + computed(computed));
        out.flush();
        return ExitStatus.of(report);
    }

    /** An error with the names of entries as in C++. */
    private static String inCpp(String message) {
        return MANGLED.matcher(message)
                .replaceAll(
                        m ->
                                Matcher.quoteReplacement(
                                        EntryName.of(m.group())
                                                .map(EntryName::signature)
                                                .orElse(m.group())));
    }

    private String text(PairReport report, boolean isSample) {
        boolean colour = line.getColorScheme().ansi().enabled();
        TextOptions text =
                new TextOptions(
                        options.verbose(),
                        colour ? Colours.ANSI : Colours.NONE,
                        isSample ? "--cta all checks the rest" : "",
                        SourceExcerpt::of);
        return options.quiet()
                ? TextReport.brief(report, text)
                : TextReport.detail(report, text) + noLines(report.location());
    }

    private static String computed(String formula) {
        return formula == null
                ? ""
                : "  computed    candidate computes " + formula.replace("\n", "; ") + "\n";
    }

    /** Says once that PTX without lines of CUDA source may have them. */
    private String noLines(Location place) {
        if (place == null
                || place.source() != null
                || saidNoLines
                || !SourceExcerpt.hasNoLines(place.position().file())) {
            return "";
        }
        saidNoLines = true;
        return "  note        "
                + place.position().file()
                + " names no lines of CUDA source; nvcc -lineinfo adds them\n";
    }
}

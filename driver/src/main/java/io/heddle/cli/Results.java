package io.heddle.cli;

import io.heddle.report.ErrorCause;
import io.heddle.report.ExitStatus;
import io.heddle.report.JsonReport;
import io.heddle.report.PairReport;
import io.heddle.report.TextReport;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the report of a command that answers one pair. */
final class Results {
    private Results() {}

    /**
     * Prints {@code answer} in the format of the options.
     *
     * @return the exit status that it stands for
     */
    static int print(CommandSpec spec, SharedOptions options, PairReport answer) {
        PairReport report = answer.withPeakBytes(PeakMemory.bytes());
        if (report.error() == ErrorCause.INPUT) {
            spec.commandLine().getErr().println("heddle: " + Heddle.oneLine(report.message()));
            if (options.format() == SharedOptions.Format.TEXT) {
                return ExitStatus.of(report);
            }
        }
        String text =
                options.format() == SharedOptions.Format.JSON
                        ? JsonReport.line(report) + "\n"
                        : options.quiet()
                                ? TextReport.headline(report) + "\n"
                                : TextReport.detail(report, options.verbose());
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return ExitStatus.of(report);
    }
}

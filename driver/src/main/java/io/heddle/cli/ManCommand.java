package io.heddle.cli;

import io.heddle.report.ExitStatus;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code heddle man}: the manual page, which {@code DocumentationFilesTest} makes. */
@Command(
        name = "man",
        description = {"Prints the manual page of Heddle, for man: heddle man | man -l -"})
public final class ManCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @SuppressWarnings("UnusedVariable") // picocli looks at it
    @Option(names = "--help", usageHelp = true, description = "print this help")
    private boolean help;

    @Override
    public Integer call() throws IOException {
        spec.commandLine().getOut().print(Heddle.resource("heddle.1"));
        spec.commandLine().getOut().flush();
        return ExitStatus.OK;
    }
}

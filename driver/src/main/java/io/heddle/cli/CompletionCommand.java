package io.heddle.cli;

import io.heddle.report.ExitStatus;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code heddle completion}: the completion of shells, which {@code DocumentationFilesTest} makes.
 */
@Command(
        name = "completion",
        description = {
            "Prints a script with which bash and zsh complete commands and options:",
            "source <(heddle completion); in zsh after autoload -U +X bashcompinit && bashcompinit."
        })
public final class CompletionCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @SuppressWarnings("UnusedVariable") // picocli looks at it
    @Option(names = "--help", usageHelp = true, description = "print this help")
    private boolean help;

    @Override
    public Integer call() throws IOException {
        spec.commandLine().getOut().print(Heddle.resource("heddle.bash"));
        spec.commandLine().getOut().flush();
        return ExitStatus.OK;
    }
}

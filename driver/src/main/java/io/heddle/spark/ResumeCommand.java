package io.heddle.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command line that goes on with a run. */
final class ResumeCommand {
    private static final String RESUME = "--resume";

    private ResumeCommand() {}

    /**
     * The command for a shell.
     *
     * @param arguments those of {@code verify} that began the run, or went on with it
     * @param runId the run
     */
    static String of(List<String> arguments, String runId) {
        List<String> words = new ArrayList<>(List.of("heddle", "verify"));
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals(RESUME)) {
                i++; // and its value
            } else if (!argument.startsWith(RESUME + "=")) {
                words.add(argument);
            }
        }
        words.add(RESUME);
        words.add(runId);
        return words.stream().map(ResumeCommand::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=,@%+-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}

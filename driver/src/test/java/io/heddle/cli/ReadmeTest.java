package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is what happens. */
class ReadmeTest {
    private static final Pattern CONSOLE =
            Pattern.compile("```console\\n\\$ bin/heddle (.*)\\n((?s:.*?))```");
    private static final String ELISION = "…";

    @Test
    void theExamplesOfTheReadmePrintWhatItShows() throws IOException {
        Matcher example = CONSOLE.matcher(Files.readString(Path.of("../README.md")));
        int examples = 0;
        while (example.find()) {
            examples++;
            List<String> shown = example.group(2).lines().toList();
            assertShown(shown, output(example.group(1)));
        }
        assertEquals(3, examples);
    }

    /** What a command of the repository's root prints, run from this module. */
    private static List<String> output(String command) {
        List<String> arguments = new ArrayList<>();
        for (String argument : command.split(" ")) {
            arguments.add(argument.replaceFirst("^datasets/", "../datasets/"));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Heddle.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                System.err,
                arguments.toArray(new String[0]));
        return out.toString(StandardCharsets.UTF_8)
                .replace("../datasets/", "datasets/")
                .lines()
                .toList();
    }

    /** Each line but elisions is printed, in order. */
    private static void assertShown(List<String> shown, List<String> printed) {
        int next = 0;
        for (String line : shown) {
            if (!line.equals(ELISION)) {
                int at = printed.subList(next, printed.size()).indexOf(line);
                assertTrue(at >= 0, () -> line + "\nis not in\n" + String.join("\n", printed));
                next += at + 1;
            }
        }
    }
}

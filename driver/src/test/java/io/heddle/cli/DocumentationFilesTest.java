package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The manual page and the completion of shells are those of the options; with {@code
 * -Dheddle.rewrite=true} they are written.
 */
class DocumentationFilesTest {
    private static final Path FOLDER = Path.of("src/main/resources/io/heddle/cli");

    private static CommandLine program() throws ReflectiveOperationException {
        CommandSpec spec = CommandSpec.create().name("heddle");
        spec.usageMessage()
                .description("Proves that two GPU kernels compute the same, or shows where not.");
        CommandLine program = new CommandLine(spec);
        for (Subcommand c : Subcommand.values()) {
            CommandLine command = new CommandLine(c.load());
            command.getCommandSpec().name(c.spelling());
            command.setUsageHelpWidth(1_000); // man breaks lines
            program.addSubcommand(c.spelling(), command);
        }
        return program;
    }

    private static void assertIs(String file, String text) throws IOException {
        Path path = FOLDER.resolve(file);
        if (Boolean.getBoolean("heddle.rewrite")) {
            Files.writeString(path, text);
        }
        assertEquals(text, Files.readString(path), "-Dheddle.rewrite=true writes it");
    }

    private static String printed(String command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertEquals(0, Heddle.run(stream, System.err, command));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theManualPageHasTheOptionsOfAllCommands() throws Exception {
        assertIs("heddle.1", ManPage.of(program()));
        String page = printed("man");
        assertEquals(Files.readString(FOLDER.resolve("heddle.1")), page);
        assertTrue(page.contains("\n.B \\-\\-require\\-replay\n"), page);
        for (Subcommand c : Subcommand.values()) {
            assertTrue(page.contains("\n.B heddle " + c.spelling() + "\n"), c.spelling());
        }
    }

    @Test
    void shellsCompleteTheOptionsOfAllCommands() throws Exception {
        String script = AutoComplete.bash("heddle", program());
        assertIs("heddle.bash", script.replaceAll("[ \t]+\n", "\n"));
        String printed = printed("completion");
        assertEquals(Files.readString(FOLDER.resolve("heddle.bash")), printed);
        assertTrue(printed.contains("--require-replay"), printed);
    }
}

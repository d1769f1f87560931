package io.heddle.table;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TableDocumentationTest {
    private static final Path README = Path.of("README.md");

    @ParameterizedTest
    @MethodSource("io.heddle.table.Table#all")
    void theReadmeHasTheColumnsOfEachTable(Table<?> table) throws IOException {
        if (Boolean.getBoolean("heddle.rewrite")) {
            rewrite(table);
        }
        assertTrue(
                Files.readString(README).contains(table.documentation()),
                "-Dheddle.rewrite=true writes it to driver/README.md:\n\n" + table.documentation());
    }

    /** Replaces the section of a table, which ends with the first empty line after its columns. */
    private static void rewrite(Table<?> table) throws IOException {
        Pattern section =
                Pattern.compile(
                        "### `" + table.name() + "`: [^\n]*\n\n(\\|[^\n]*\n)*", Pattern.DOTALL);
        String text =
                section.matcher(Files.readString(README))
                        .replaceFirst(Matcher.quoteReplacement(table.documentation()));
        Files.writeString(README, text);
    }
}

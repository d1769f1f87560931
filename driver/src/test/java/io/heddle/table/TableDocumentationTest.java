package io.heddle.table;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TableDocumentationTest {
    @ParameterizedTest
    @MethodSource("io.heddle.table.Table#all")
    void theReadmeHasTheColumnsOfEachTable(Table<?> table) throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        assertTrue(
                readme.contains(table.documentation()),
                "driver/README.md should hold:\n\n" + table.documentation());
    }
}

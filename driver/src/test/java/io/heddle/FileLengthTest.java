package io.heddle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Source files of the four modules are short enough to be read at one go. */
final class FileLengthTest {
    private static final int MOST = 500;

    @Test
    void noSourceFileIsLongerThan500Lines() throws IOException {
        Map<String, Integer> longer = new TreeMap<>();
        int files = 0;
        for (String module : List.of("decider", "simulator", "anyinput", "driver")) {
            Path sources = Path.of("..", module, "src");
            try (Stream<Path> paths = Files.walk(sources)) {
                for (Path file : paths.filter(f -> f.toString().endsWith(".java")).toList()) {
                    int lines = Files.readAllLines(file).size();
                    files++;
                    if (lines > MOST) {
                        longer.put(file.toString(), lines);
                    }
                }
            }
        }
        assertEquals(Map.of(), longer);
        assertTrue(files > 500, files + " files");
    }
}

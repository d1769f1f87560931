package io.heddle.spec;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of FORMULAS.md work as they stand there. */
class ReferenceTest {
    /** Functions that others are made of. */
    private static final Set<String> PARTS =
            Set.of("with_bias", "huber", "channels", "extents", "repeated");

    private static final Pattern BLOCK = Pattern.compile("(?sm)^```python ([^\\n]*)\\n(.*?)^```");

    private static String text() throws IOException {
        Path here = Path.of("FORMULAS.md");
        return Files.readString(Files.exists(here) ? here : Path.of("..").resolve(here));
    }

    /** The tensors and the formula of each block, with a line between them. */
    static List<String> examples() throws IOException {
        return BLOCK.matcher(text()).results().map(m -> m.group(1) + "\n" + m.group(2)).toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleHasAValue(String example) {
        int line = example.indexOf('\n');
        Formulas f = Formulas.of(example.substring(line + 1), example.substring(0, line));
        assertTrue(f.with("t", 0, 1, 2, 1).with("s", 2).numbers().length > 0);
        assertFalse(f.terms("y").isEmpty());
    }

    @Test
    void everyOperatorIsNamed() throws IOException {
        assertTrue(examples().size() > 12);
        String text = text();
        TreeSet<String> missing = new TreeSet<>();
        for (Statement.Function f : Prelude.functions()) {
            String name = f.name().replaceFirst("[123]d$", "");
            boolean isPart = PARTS.contains(name);
            if (!isPart && !text.matches("(?s).*\\b" + name + "\\b.*")) {
                missing.add(name);
            }
        }
        assertTrue(missing.isEmpty(), missing.toString());
    }
}

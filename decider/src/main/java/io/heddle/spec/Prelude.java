package io.heddle.spec;

import io.heddle.spec.index.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The operators that are text in the language itself: the resource {@code prelude.py}. Each is
 * parsed where it is first needed, because a formula uses few of them and the whole takes a good
 * part of the time of a small check.
 */
final class Prelude {
    private static final String FILE = "prelude.py";
    private static final String DEF = "def ";

    /** The text of each function by its name. */
    private static final Map<String, Section> SECTIONS = sections();

    private static final Map<String, Statement.Function> PARSED = new ConcurrentHashMap<>();

    private Prelude() {}

    /** Its functions. */
    static List<Statement.Function> functions() {
        return SECTIONS.keySet().stream().map(Prelude::function).toList();
    }

    /** Lets the names of its functions stand for them in {@code scope}. */
    static void put(Scope scope) {
        for (String name : SECTIONS.keySet()) {
            Supplier<Value> value = () -> new Value.Function(function(name), scope);
            scope.putLater(name, value);
        }
    }

    /** True of what stands in the prelude. */
    static boolean has(Place place) {
        return place.file().equals(FILE);
    }

    private static Statement.Function function(String name) {
        return PARSED.computeIfAbsent(name, n -> SECTIONS.get(n).parse());
    }

    /** The functions' texts: each begins at a line that begins with "def". */
    private static Map<String, Section> sections() {
        Map<String, Section> sections = new LinkedHashMap<>();
        List<String> lines = text().lines().toList();
        int end = lines.size();
        for (int k = lines.size() - 1; k >= 0; k--) {
            String line = lines.get(k);
            if (line.startsWith(DEF)) {
                String name = line.substring(DEF.length(), line.indexOf('('));
                sections.put(name, new Section(k + 1, String.join("\n", lines.subList(k, end))));
                end = k;
            }
        }
        return sections;
    }

    private static String text() {
        try (InputStream in = Prelude.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One function's text, whose first line is {@code line} of the file. */
    private record Section(int line, String text) {
        Statement.Function parse() {
            return (Statement.Function) FormulaParser.parse(FILE, line, text).get(0);
        }
    }
}

package io.heddle.spec;

import io.heddle.spec.index.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The operators that are text in the language itself: the resource {@code prelude.py}. */
final class Prelude {
    private static final String FILE = "prelude.py";

    private Prelude() {}

    /** Its functions. */
    static List<Statement.Function> functions() {
        return Parsed.FUNCTIONS;
    }

    /** True of what stands in the prelude. */
    static boolean has(Place place) {
        return place.file().equals(FILE);
    }

    /** Parsed where it is first needed. */
    private static final class Parsed {
        static final List<Statement.Function> FUNCTIONS =
                FormulaParser.parse(FILE, text()).stream()
                        .map(Statement.Function.class::cast)
                        .toList();

        private static String text() {
            try (InputStream in = Prelude.class.getResourceAsStream(FILE)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

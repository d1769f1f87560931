package io.heddle.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Mutants of datasets; runs with {@code mvn -Pmutation verify} only, for it takes minutes. Leaves
 * {@code target/mutants/survivors.txt} and the PTX of every mutant that was not caught.
 *
 * <p>System properties: {@code heddle.mutation} (mutants of each pair), {@code
 * heddle.mutation.suites} (names of datasets with commas between them; all if it is empty).
 */
final class MutationTest {
    @Test
    @EnabledIfSystemProperty(named = "heddle.mutation", matches = "[0-9]+")
    void everyMutantIsCaughtOrEqual() throws IOException {
        Path folder = Files.createDirectories(Path.of("target/mutants"));
        Set<String> wanted = wanted();
        MutationRun run = new MutationRun(folder, Integer.getInteger("heddle.mutation"), 1000);
        for (Path suite : suites()) {
            if (wanted.isEmpty() || wanted.contains(suite.getParent().getFileName().toString())) {
                run.suite(suite);
            }
        }
        List<String> lines = new ArrayList<>();
        run.counts().forEach((what, n) -> lines.add(n + " " + what));
        for (MutationRun.Outcome o : run.outcomes()) {
            if (o.fate() != MutationRun.Fate.CAUGHT) {
                lines.add(o.toString());
            }
        }
        Files.write(folder.resolve("survivors.txt"), lines, StandardCharsets.UTF_8);
        assertEquals(
                List.of(),
                run.outcomes().stream()
                        .filter(
                                o ->
                                        o.fate() == MutationRun.Fate.WRONGLY_EQUIVALENT
                                                || o.fate() == MutationRun.Fate.INTERNAL_ERROR)
                        .map(MutationRun.Outcome::toString)
                        .toList());
    }

    private static Set<String> wanted() {
        String names = System.getProperty("heddle.mutation.suites", "").strip();
        return names.isEmpty() ? Set.of() : Set.of(names.split(" *, *"));
    }

    private static List<Path> suites() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../datasets"))) {
            return files.filter(f -> f.endsWith("suite.conf")).sorted().toList();
        }
    }
}

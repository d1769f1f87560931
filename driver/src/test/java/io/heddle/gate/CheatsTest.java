package io.heddle.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.KernelFiles;
import io.heddle.report.Verdict;
import io.heddle.suite.Candidate;
import io.heddle.suite.Limits;
import io.heddle.suite.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the gate says of datasets/cheats: kernels that pass the usual tests and are wrong. */
class CheatsTest {
    private static Path folder() {
        Path here = Path.of("datasets/cheats");
        return Files.exists(here) ? here : Path.of("..").resolve(here);
    }

    static List<String> expected() throws IOException {
        return Files.readAllLines(folder().resolve("expected.txt")).stream()
                .filter(l -> !l.startsWith("#"))
                .toList();
    }

    private static String problem(String candidate) {
        return candidate.replaceFirst("-right$", "") + ".py";
    }

    private static GateReport judge(String candidate) throws IOException {
        Path file = folder().resolve(candidate + ".conf");
        return Gate.judge(
                folder().resolve(problem(candidate)).toString(),
                Candidate.read(file.toString(), new LocalFiles()),
                new KernelFiles(),
                Limits.DEFAULT,
                UnaryOperator.identity(),
                List.of());
    }

    @ParameterizedTest
    @MethodSource("expected")
    void aCheatHasItsVerdict(String line) throws IOException {
        String[] parts = line.split(" \\| ", 3);
        GateReport report = judge(parts[0]);
        assertEquals(Verdict.parse(parts[1]), report.verdict(), report.message());
        String text = report.message() + "\n" + GateText.feedback(report);
        String part = parts[2];
        if (part.contains("@")) {
            part = part.replace("@", Integer.toString(markedLine(parts[0])));
        }
        assertTrue(text.contains(part), () -> "expected: " + line + "\n" + text);
    }

    /** The number of the line that carries {@code //@ candidate}. */
    private static int markedLine(String candidate) throws IOException {
        List<String> lines = Files.readAllLines(folder().resolve(candidate + ".cu"));
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).endsWith("//@ " + candidate)) {
                return i + 1;
            }
        }
        throw new AssertionError(candidate + ".cu: no line carries //@ " + candidate);
    }

    static List<String> rightOnes() throws IOException {
        return candidates().stream().filter(c -> c.endsWith("-right")).toList();
    }

    @ParameterizedTest
    @MethodSource("rightOnes")
    void itsRightCounterpartIsProved(String candidate) throws IOException {
        GateReport report = judge(candidate);
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        assertEquals(2, report.proved().size());
    }

    @Test
    void everyCheatIsListedAndHasACounterpart() throws IOException {
        Set<String> listed =
                expected().stream().map(l -> l.split(" ", 2)[0]).collect(Collectors.toSet());
        Set<String> all = new TreeSet<>();
        listed.forEach(c -> all.addAll(List.of(c, c + "-right")));
        assertEquals(all, candidates());
    }

    private static Set<String> candidates() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(".conf"))
                    .map(f -> f.substring(0, f.length() - ".conf".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}

package io.heddle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages of the four modules use each other in one direction. */
final class PackageCyclesTest {
    private static final Pattern PACKAGE =
            Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
    private static final Pattern STRING = Pattern.compile("\"(\\\\.|[^\"\\\\\n])*\"");
    private static final Pattern USE =
            Pattern.compile("\\bio\\.heddle(?:\\.[a-z]\\w*)+(?=\\.[A-Z])");

    @Test
    void noPackageUsesItselfThroughOthers() throws IOException {
        Map<String, Set<String>> uses = uses();
        List<String> cycles = new ArrayList<>();
        for (String start : uses.keySet()) {
            for (String next : uses.get(start)) {
                if (reachable(next, uses, new TreeSet<>()).contains(start)) {
                    cycles.add(start + " uses " + next + ", which uses it");
                }
            }
        }
        assertEquals(List.of(), cycles);
    }

    @Test
    void replayUsesNothingThatExecutesSymbolically() throws IOException {
        Set<String> shared =
                Set.of(
                        "io.heddle.ptx",
                        "io.heddle.launch",
                        "io.heddle.idiom",
                        "io.heddle.term",
                        "io.heddle.spec.index"); // what formulas say, and their numbers
        Set<String> used = new TreeSet<>();
        uses().forEach(
                        (name, uses) -> {
                            if (isReplay(name)) {
                                used.addAll(uses);
                            }
                        });
        used.removeIf(PackageCyclesTest::isReplay);
        assertEquals(new TreeSet<>(shared), used);
    }

    private static boolean isReplay(String name) {
        return (name + ".").startsWith("io.heddle.replay.");
    }

    /** By package of the four modules: the packages that it uses. */
    private static Map<String, Set<String>> uses() throws IOException {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (String module : List.of("decider", "simulator", "anyinput", "driver")) {
            Path sources = Path.of("..", module, "src", "main", "java");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(f -> f.toString().endsWith(".java")).forEach(f -> read(f, uses));
            }
        }
        assertTrue(uses.size() > 20, "packages found: " + uses.keySet());
        return uses;
    }

    private static void read(Path file, Map<String, Set<String>> uses) {
        String text;
        try {
            String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
            text = STRING.matcher(code).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Matcher name = PACKAGE.matcher(text);
        assertTrue(name.find(), file + " has no package");
        Set<String> used = uses.computeIfAbsent(name.group(1), p -> new TreeSet<>());
        USE.matcher(text).results().map(r -> r.group()).forEach(used::add);
        used.remove(name.group(1));
    }

    private static Set<String> reachable(
            String from, Map<String, Set<String>> uses, Set<String> seen) {
        if (seen.add(from)) {
            uses.getOrDefault(from, Set.of()).forEach(p -> reachable(p, uses, seen));
        }
        return seen;
    }
}

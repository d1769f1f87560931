package io.heddle.metamorphic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.metamorphic.Kernels.Answer;
import io.heddle.metamorphic.Kernels.Command;
import io.heddle.ptx.SpecialRegister;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of kernels that must not change a verdict, and garbage that must not break anything. */
class MetamorphicIT {
    private static final long SEED = 20260101;
    private static final int SAMPLE = Integer.getInteger("metamorphic.sample", 60);
    private static final int GARBAGE = 150;
    private static final Pattern REGISTER = Pattern.compile("%[A-Za-z_]\\w*");
    private static final Pattern BARRIER =
            Pattern.compile("(?m)^(\\s*bar(?:rier)?\\.sync(?:\\.aligned)?\\s+0\\s*;)");
    private static final Pattern RETURN = Pattern.compile("(?m)^(\\s*)ret\\s*;");

    @TempDir private Path folder;

    /**
     * Commands of case files, the same ones in every run. A command is chosen by its own words, so
     * that a new case file changes the sample by the commands that it adds at most.
     */
    private static List<Command> sample() {
        return Kernels.commands().stream()
                .sorted(Comparator.comparingLong(MetamorphicIT::rank))
                .limit(SAMPLE)
                .toList();
    }

    private static long rank(Command c) {
        String words = c.file().getFileName() + " " + c.arguments();
        return new Random(SEED + words.hashCode()).nextLong();
    }

    private Path changed(Path file, UnaryOperator<String> change) throws IOException {
        Path copy = folder.resolve(file.getFileName().toString());
        Files.writeString(copy, change.apply(Files.readString(file)));
        return copy;
    }

    private void keepVerdicts(UnaryOperator<String> change) throws IOException {
        List<String> different = new ArrayList<>();
        for (Command c : sample()) {
            if (c.arguments().contains("--warp-synchronous")) {
                continue;
            }
            Answer before = Kernels.run(c, c.file(), c.file(), List.of());
            if (before.verdict().startsWith("BARRIER") || before.verdict().equals("DEADLOCK")) {
                continue; // a second barrier may be one more fault
            }
            Path copy = changed(c.file(), change);
            Answer after = Kernels.run(c, copy, copy, List.of());
            if (!before.verdict().equals(after.verdict())) {
                different.add(c + ": " + before.verdict() + " became " + after.verdict());
            }
        }
        assertEquals(List.of(), different);
    }

    @Test
    void namesOfRegistersDoNotMatter() throws IOException {
        keepVerdicts(text -> REGISTER.matcher(text).replaceAll(MetamorphicIT::renamed));
    }

    /** Another name of a declared register; a special register keeps its own. */
    private static String renamed(MatchResult register) {
        String name = register.group();
        return SpecialRegister.of(name).isPresent() ? name : "%z_" + name.substring(1);
    }

    @Test
    void deadCodeDoesNotMatter() throws IOException {
        keepVerdicts(
                text ->
                        RETURN.matcher(text)
                                .replaceAll(
                                        "$1{ .reg .b32 %dead<3>; mov.b32 %dead0, 7;"
                                                + " add.u32 %dead1, %dead0, 5;"
                                                + " mul.lo.u32 %dead2, %dead1, %dead0; }\n$1ret;"));
    }

    @Test
    void barriersMayBeDoubled() throws IOException {
        keepVerdicts(text -> BARRIER.matcher(text).replaceAll("$1\n$1"));
    }

    @Test
    void aKernelIsEqualToItselfOrHasTheSameDefect() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Command c : sample()) {
            if (!c.isCheck()) {
                continue;
            }
            int entry = c.arguments().indexOf("--entry");
            if (entry < 0 || c.arguments().stream().anyMatch(a -> a.equals("--cand-arg"))) {
                continue;
            }
            Command self =
                    new Command(
                            c.file(),
                            c.arguments().stream()
                                    .map(a -> a.equals("--cand-entry") ? "" : a)
                                    .toList());
            List<String> words = new ArrayList<>(self.arguments());
            int blank = words.indexOf("");
            if (blank >= 0) {
                words.remove(blank + 1);
                words.remove(blank);
            }
            Answer answer =
                    Kernels.run(new Command(c.file(), words), c.file(), c.file(), List.of());
            boolean fine = !answer.verdict().equals("NOT_EQUIVALENT") && answer.status() != 3;
            if (!fine) {
                wrong.add(words + " of " + c.file() + ": " + answer.verdict());
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void sidesMayBeSwapped() {
        List<String> different = new ArrayList<>();
        for (Command c : sample()) {
            int entry = c.arguments().indexOf("--entry");
            int other = c.arguments().indexOf("--cand-entry");
            boolean simple =
                    c.isCheck()
                            && entry >= 0
                            && other >= 0
                            && c.arguments().stream().filter(a -> a.startsWith("--cand")).count()
                                    == 1;
            if (!simple) {
                continue;
            }
            List<String> words = new ArrayList<>(c.arguments());
            java.util.Collections.swap(words, entry + 1, other + 1);
            Answer before = Kernels.run(c, c.file(), c.file(), List.of());
            Answer after = Kernels.run(new Command(c.file(), words), c.file(), c.file(), List.of());
            if (!before.verdict().equals(after.verdict())) {
                different.add(c + ": " + before.verdict() + " became " + after.verdict());
            }
        }
        assertEquals(List.of(), different);
    }

    @Test
    void garbageEndsInAVerdictOrOneLine() throws IOException {
        Random random = new Random(SEED);
        List<Command> commands = Kernels.commands();
        for (int k = 0; k < GARBAGE; k++) {
            Command c = commands.get(random.nextInt(commands.size()));
            byte[] text = Files.readAllBytes(c.file());
            Path file = folder.resolve("garbage.ptx");
            Files.write(file, mutated(text, random, k % 4));
            Answer answer = Kernels.run(c, file, file, List.of());
            String all = answer.out() + answer.err();
            String what = c + ", mutant " + k + ": " + all;
            assertTrue(answer.status() <= 2, what);
            assertTrue(!Pattern.compile("(?m)^\\s+at [a-z][\\w.]+\\(").matcher(all).find(), what);
        }
    }

    private static byte[] mutated(byte[] text, Random random, int how) {
        switch (how) {
            case 0: // cut off
                return java.util.Arrays.copyOf(text, random.nextInt(text.length));
            case 1: // random bytes
                for (int n = 0; n < 3; n++) {
                    text[random.nextInt(text.length)] = (byte) random.nextInt(256);
                }
                return text;
            case 2: // a line lost
                List<String> lines =
                        new ArrayList<>(new String(text, StandardCharsets.UTF_8).lines().toList());
                lines.remove(random.nextInt(lines.size()));
                return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
            default: // a digit changed
                for (int tries = 0; tries < 1000; tries++) {
                    int at = random.nextInt(text.length);
                    if (Character.isDigit(text[at])) {
                        text[at] = (byte) ('0' + random.nextInt(10));
                        return text;
                    }
                }
                return text;
        }
    }
}

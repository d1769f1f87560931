package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.KernelFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** {@code heddle lift} on the operators of the dataset and on the mistakes in them. */
class OperatorsTest {
    private static final Path FOLDER = Path.of("..", "datasets", "operators");

    private final KernelFiles files = new KernelFiles();

    /**
     * A command of lifts.txt.
     *
     * @param words its file and its options
     * @param expected the lines of what it prints
     */
    private record Lift(List<String> words, List<String> expected) {
        String file() {
            return words.get(0);
        }

        String entry() {
            return words.get(2);
        }

        boolean isMistaken() {
            return file().startsWith("broken");
        }

        boolean isLifted() {
            return expected.get(0).startsWith("LIFTED");
        }
    }

    private static List<Lift> lifts() throws IOException {
        List<Lift> lifts = new ArrayList<>();
        String text = Files.readString(FOLDER.resolve("lifts.txt"));
        for (String part : text.split("\n> ", -1)) {
            if (!part.startsWith("#")) {
                List<String> lines = part.strip().lines().toList();
                lifts.add(new Lift(words(lines.get(0)), lines.subList(1, lines.size())));
            }
        }
        return lifts;
    }

    /** The words of a command, of which some are quoted. */
    private static List<String> words(String command) {
        return Pattern.compile("'[^']*'|\\S+")
                .matcher(command)
                .results()
                .map(m -> m.group().replace("'", ""))
                .toList();
    }

    private String lifted(Lift lift, String... more) {
        List<String> words = new ArrayList<>(lift.words());
        words.set(0, FOLDER.resolve(lift.file()).toString());
        words.add(0, "lift");
        words.addAll(List.of(more));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        int status = Heddle.run(print, print, files, words.toArray(new String[0]));
        assertEquals(lift.isLifted() ? 0 : 1, status, lift.toString());
        return out.toString(StandardCharsets.UTF_8);
    }

    @TestFactory
    Stream<DynamicTest> eachIsWhatTheListSays() throws IOException {
        return lifts().stream()
                .map(
                        l ->
                                DynamicTest.dynamicTest(
                                        l.file() + " " + l.entry(), () -> isAsExpected(l)));
    }

    private void isAsExpected(Lift lift) {
        String text = lifted(lift, "--quiet");
        List<String> lines = new ArrayList<>(text.lines().map(String::strip).toList());
        lines.set(0, lines.get(0).split(" {2}")[0]); // the kernel's file stands behind
        if (lift.isLifted() || lift.expected().get(0).equals("NOT_LIFTED")) {
            assertEquals(lift.expected(), lines);
        } else { // a defect, and where it is
            assertEquals(lift.expected().get(0), lines.get(0));
            assertTrue(text.contains(lift.expected().get(1)), text);
        }
    }

    @Test
    void everyOperatorIsVerifiedAtASizeThatItWasNotInferredFrom() throws IOException {
        Map<String, Lift> operators = new HashMap<>();
        List<Lift> again = new ArrayList<>(); // at sizes that do not tell their names apart
        for (Lift lift : lifts().stream().filter(l -> !l.isMistaken()).toList()) {
            if (operators.putIfAbsent(lift.entry(), lift) != null) {
                again.add(lift);
            }
        }
        assertEquals(75, operators.size());
        operators
                .values()
                .forEach(
                        l ->
                                assertTrue(
                                        l.expected().get(0).startsWith("LIFTED (verified at"),
                                        l.entry()));
        assertEquals(2, again.size());
        again.forEach(
                l -> assertEquals("LIFTED (this shape only)", l.expected().get(0), l.entry()));
    }

    /** The right side of the definition of a whole tensor; empty where elements are defined. */
    private static String wholeTensor(Lift lift) {
        String last = lift.expected().get(lift.expected().size() - 1);
        return last.matches("\\w+ = .*") ? last.substring(last.indexOf(" = ") + 3) : "";
    }

    private static Set<String> functionsOfThePrelude() throws IOException {
        Path prelude = Path.of("..", "decider/src/main/resources/io/heddle/spec/prelude.py");
        return Pattern.compile("(?m)^def (\\w+)\\(")
                .matcher(Files.readString(prelude))
                .results()
                .map(m -> m.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void fiftyFormulasAreNamesOfThePrelude() throws IOException {
        Set<String> functions = functionsOfThePrelude();
        Set<String> named = new TreeSet<>();
        Set<String> whole = new TreeSet<>();
        for (Lift lift : lifts().stream().filter(l -> !l.isMistaken()).toList()) {
            String text = wholeTensor(lift);
            boolean isNamed =
                    Pattern.compile("(\\w+)\\(")
                            .matcher(text)
                            .results()
                            .anyMatch(m -> functions.contains(m.group(1)));
            if (isNamed) {
                named.add(lift.entry());
            }
            if (!text.isEmpty()) {
                whole.add(lift.entry());
            }
        }
        assertEquals(51, named.size(), named.toString());
        assertEquals(69, whole.size(), whole.toString());
    }

    @Test
    void everyFormulaIsOneLineAfterItsInputs() throws IOException {
        for (Lift lift : lifts()) {
            long definitions =
                    lift.expected().stream().filter(l -> l.matches("\\w+(\\[.*\\])? = .*")).count();
            assertTrue(lift.isMistaken() || definitions == 1, lift.entry());
        }
    }

    @Test
    void aMistakeIsNeverLiftedAsTheOperator() throws IOException {
        Map<String, String> operators = new HashMap<>();
        int mistakes = 0;
        for (Lift lift : lifts()) {
            String formula = String.join("\n", lift.expected().subList(1, lift.expected().size()));
            if (!lift.isMistaken()) {
                operators.put(lift.entry(), formula);
            } else {
                mistakes++;
                assertTrue(operators.containsKey(lift.entry()), lift.entry());
                assertNotEquals(operators.get(lift.entry()), formula, lift.entry());
            }
        }
        assertTrue(mistakes >= 20, mistakes + " mistakes");
    }

    @Test
    void oneSizeIsThisShapeOnly() throws IOException {
        Lift softmax = operator("softmax");
        List<String> words = new ArrayList<>(softmax.words());
        words.subList(words.lastIndexOf("--shape"), words.size()).clear();
        String text = lifted(new Lift(words, softmax.expected()), "--quiet");
        assertTrue(text.startsWith("LIFTED (this shape only)  "), text);
    }

    @Test
    void theSameSizeAgainIsNoFreshOne() throws IOException {
        Lift softmax = operator("softmax");
        List<String> words = new ArrayList<>(softmax.words());
        words.subList(words.lastIndexOf("--shape"), words.size()).clear();
        words.addAll(List.of("--shape", words.get(words.lastIndexOf("--shape") + 1)));
        String text = lifted(new Lift(words, softmax.expected()), "--quiet");
        assertTrue(text.startsWith("LIFTED (this shape only)  "), text);
    }

    @Test
    void elementByElementTooWhereThatIsAskedFor() throws IOException {
        String text = lifted(operator("softmax"), "--quiet", "--verbose");
        assertTrue(text.contains("  y[i:N, j:D] = exp(x[i, j]) / t1[i]\n"), text);
        assertTrue(text.contains("  y = softmax(x, axis=1)\n"), text);
    }

    @Test
    void jsonHoldsTheFormulaAndItsProofs() throws IOException {
        String line = lifted(operator("matmul"), "--format", "json");
        assertTrue(
                line.contains(
                        "\"verdict\":\"LIFTED\",\"verified\":true,\"formula\":\"a: f32[M, K]"),
                line);
        assertEquals(2, line.split("\"verdict\":\"EQUIVALENT\"", -1).length - 1, line);
        Lift race = new Lift(mistake("sum").words(), List.of("RACE"));
        assertTrue(lifted(race, "--format", "json").contains("\"verdict\":\"RACE\""));
    }

    /** What stands in a file under a command. */
    private static String section(String file, Lift lift) throws IOException {
        for (String part : Files.readString(FOLDER.resolve(file)).split("\n> ", -1)) {
            if (words(part.lines().findFirst().orElse("")).equals(lift.words())) {
                return part.substring(part.indexOf('\n') + 1).strip();
            }
        }
        return null;
    }

    @Test
    void theFormulaInOtherLanguagesStandsAlone() throws IOException {
        for (Lift lift : List.of(operator("cat"), mistake("softmax"))) {
            for (String format : List.of("torch", "latex")) {
                String text = lifted(lift, "--format", format, "--quiet");
                assertEquals(section(format + ".txt", lift), text.strip());
            }
        }
        String text = lifted(operator("softmax"), "--format", "torch");
        assertTrue(text.startsWith("# LIFTED (verified at N=2,D=67)  .."), text);
        assertTrue(text.endsWith("    return y\n"), text);
        Lift race = new Lift(mistake("sum").words(), List.of("RACE"));
        assertTrue(lifted(race, "--format", "torch").startsWith("RACE"));
    }

    @TempDir Path folder;

    @TestFactory
    Stream<DynamicTest> eachTextIsAFormulaThatItsKernelIsEquivalentTo() throws IOException {
        return lifts().stream()
                .filter(Lift::isLifted)
                .map(
                        l ->
                                DynamicTest.dynamicTest(
                                        l.file() + " " + l.entry(), () -> isEquivalent(l)));
    }

    /** Checks what lift prints with the arguments that it was called with. */
    private void isEquivalent(Lift lift) throws IOException {
        Path formula = folder.resolve("f.py");
        Files.write(formula, lift.expected().subList(1, lift.expected().size()));
        List<String> words = new ArrayList<>(lift.words());
        words.set(0, FOLDER.resolve(lift.file()).toString());
        int first = words.indexOf("--shape");
        words.subList(first, first + 2).clear(); // the last size remains
        words.addAll(0, List.of("check", formula.toString()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        int status = Heddle.run(print, print, new KernelFiles(), words.toArray(new String[0]));
        String text = out.toString(StandardCharsets.UTF_8);
        assertEquals(0, status, text);
        assertTrue(text.startsWith("EQUIVALENT\n"), text);
    }

    /** The words of a command in which a tensor and a size have other names. */
    private static Lift renamed(Lift lift, String from, String to, String verdict) {
        String size = "\\b" + from + "\\b";
        List<String> words = lift.words().stream().map(w -> w.replaceAll(size, to)).toList();
        return new Lift(words, List.of(verdict));
    }

    @Test
    void namesThatTheFormulaNeedsItselfAreNamed() throws IOException {
        Lift softmax = mistake("softmax"); // by exp and sum
        for (String word : List.of("exp", "sum")) {
            for (String name : List.of("x", "D")) {
                String text = lifted(renamed(softmax, name, word, "NOT_LIFTED"));
                assertTrue(
                        text.contains(
                                "\n  the argument or size "
                                        + word
                                        + " hides what formulas call "
                                        + word
                                        + ", which this one needs: give it another name\n"),
                        text);
            }
        }
        for (String name : List.of("x", "D")) {
            String text = lifted(renamed(softmax, name, "if", "NOT_LIFTED"));
            assertTrue(
                    text.contains(
                            "\n  an argument or a size is named if, a word of the language of"
                                    + " formulas: give it another name\n"),
                    text);
        }
        String text = lifted(renamed(softmax, "x", "log", "LIFTED"), "--quiet");
        assertTrue(text.contains("  y[i:N, j:D] = exp(log[i, j]) / t1[i]\n"), text);
    }

    @Test
    void sizesThatDifferByANumberAtEverySizeAreNotTakenForOneAnother() throws IOException {
        Lift softmax = renamed(mistake("softmax"), "D", "R-1", "LIFTED");
        List<String> words = new ArrayList<>(softmax.words());
        words.subList(words.indexOf("--shape"), words.size()).clear();
        words.addAll(List.of("--shape", "N=3,R=14,O=13", "--shape", "N=2,R=68,O=67"));
        String text = lifted(new Lift(words, softmax.expected()));
        assertTrue(text.startsWith("LIFTED (this shape only)"), text);
        assertTrue(text.contains("(128 - O)\n"), text);
        assertTrue(text.contains("  O is R - 1 at every size: either may be meant\n"), text);
    }

    @Test
    void aSizeThatIsTwiceAnotherOneAtEverySizeIsNotTakenForIt() throws IOException {
        Lift softmax = renamed(mistake("softmax"), "D", "2*R", "LIFTED");
        List<String> words = new ArrayList<>(softmax.words());
        words.subList(words.indexOf("--shape"), words.size()).clear();
        words.addAll(List.of("--shape", "N=3,R=7,O=14", "--shape", "N=2,R=34,O=68"));
        String text = lifted(new Lift(words, softmax.expected()));
        assertTrue(text.startsWith("LIFTED (this shape only)"), text);
        assertTrue(text.contains("(128 - O)\n"), text);
        assertTrue(text.contains("  O is 2 * R at every size: either may be meant\n"), text);
    }

    /** What check says of a kernel and another one of the same arguments. */
    private String checked(String reference, String candidate, String... words) {
        List<String> all = new ArrayList<>(List.of("check"));
        all.add(FOLDER.resolve(reference).toString());
        all.add(FOLDER.resolve(candidate).toString());
        all.addAll(List.of("--block", "64", "--cta", "all"));
        all.addAll(List.of(words));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Heddle.run(print, print, files, all.toArray(new String[0]));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String[] linear(String... more) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                ("--entry linear_relu_residual --grid 2,1"
                                                + " --arg in:x:f32[5,7] --arg in:w:f32[11,7]"
                                                + " --arg in:b:f32[11] --arg in:r:f32[5,11]"
                                                + " --arg out:y:f32[5,11]"
                                                + " --arg 5 --arg 11 --arg 7")
                                        .split(" ")));
        words.addAll(List.of(more));
        return words.toArray(new String[0]);
    }

    @Test
    void checkSaysWhatAWrongCandidateComputes() {
        String text = checked("layers.ptx", "broken_layers.ptx", linear());
        assertTrue(text.startsWith("NOT_EQUIVALENT"), text);
        assertTrue(text.contains("candidate computes y = relu(x @ w.T) + b + r\n"), text);
        String json = checked("layers.ptx", "broken_layers.ptx", linear("--format", "json"));
        assertTrue(json.contains("\"computed\":\"y = relu(x @ w.T) + b + r\"}"), json);
    }

    @Test
    void checkSaysNothingOfARightCandidateOrOfLiterals() {
        String right = checked("layers.ptx", "layers.ptx", linear());
        assertTrue(right.startsWith("EQUIVALENT"), right);
        assertTrue(!right.contains("candidate computes"), right);
        String exact = checked("layers.ptx", "broken_layers.ptx", linear("--exact-constants"));
        assertTrue(exact.startsWith("NOT_EQUIVALENT"), exact);
        assertTrue(!exact.contains("candidate computes"), exact);
    }

    @Test
    void aLimitEndsIt() throws IOException {
        Lift softmax = new Lift(operator("softmax").words(), List.of("UNDECIDED"));
        String text = lifted(softmax, "--limit-time", "0.000001s");
        assertTrue(text.startsWith("UNDECIDED"), text);
        assertTrue(text.contains("limit reached: out of time"), text);
    }

    private static Lift operator(String entry) throws IOException {
        return lift("operators.ptx", entry);
    }

    private static Lift mistake(String entry) throws IOException {
        return lift("broken.ptx", entry);
    }

    private static Lift lift(String file, String entry) throws IOException {
        return lifts().stream()
                .filter(l -> l.file().equals(file) && l.entry().equals(entry))
                .findFirst()
                .orElseThrow();
    }
}

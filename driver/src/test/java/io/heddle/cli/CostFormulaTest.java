package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.heddle.check.KernelFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * {@code --cost --symbolic} on kernels of {@code datasets/cost}, whose formulas a model confirms.
 */
class CostFormulaTest {
    private static final Path FOLDER = Path.of("..", "datasets", "cost");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");
    private static final List<String> MEMORY =
            List.of("shared_requests", "wavefronts", "conflicts", "requests", "sectors");
    private static final String SQUARE =
            FOLDER + "/transposes.ptx --block 32,32 --grid N/32,N/32 --arg out:out:f32[N,N]";

    private final KernelFiles files = new KernelFiles();

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher m = WORD.matcher(command);
        while (m.find()) {
            words.add(m.group(1) == null ? m.group() : m.group(1));
        }
        return words;
    }

    private String run(int status, String command, String... more) {
        List<String> all = new ArrayList<>(List.of("inspect"));
        all.addAll(words(command));
        all.addAll(List.of("--cta", "all", "--cost", "--symbolic"));
        all.addAll(List.of(more));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertEquals(
                status,
                Heddle.run(print, print, files, all.toArray(new String[0])),
                () -> all + "\n" + out.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    private Config formulas(String command) {
        return ConfigFactory.parseString(run(0, command, "--format", "json"))
                .getConfig("cost.reference.formulas");
    }

    @TestFactory
    Stream<DynamicTest> eachHasTheFormulasThatTheModelConfirms() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String part : Files.readString(FOLDER.resolve("formulas.txt")).split("\n> ", -1)) {
            if (!part.startsWith("#")) {
                List<String> lines = part.strip().lines().toList();
                String command = lines.get(0).replace("datasets/cost", FOLDER.toString());
                tests.add(DynamicTest.dynamicTest(lines.get(0), () -> hasFormulas(command, lines)));
            }
        }
        return tests.stream();
    }

    private void hasFormulas(String command, List<String> lines) {
        Map<String, String> expected = new LinkedHashMap<>();
        MEMORY.forEach(c -> expected.put(c, "0"));
        lines.subList(1, lines.size())
                .forEach(l -> expected.put(l.split(" = ")[0], l.split(" = ")[1]));
        Config formulas = formulas(command);
        Map<String, String> found = new LinkedHashMap<>();
        for (String c : MEMORY) {
            Config totals = formulas.getConfig("totals");
            found.put(c, totals.hasPath(c) ? totals.getString(c) : "0");
        }
        assertEquals(expected, found);
        assertEquals(3, formulas.getStringList("compared").size());
    }

    @Test
    void whatDataDecideHasBoundsAndTheReason() {
        Config formulas =
                formulas(
                        FOLDER
                                + "/interval.ptx --entry gathered --shape N=64 --block 64"
                                + " --arg out:out:f32[N] --arg in:in:f32[N]"
                                + " --arg 'in:index:s32[N] in [0,63]'");
        Config sectors = formulas.getConfig("totals").getConfig("sectors");
        assertEquals("data decide it", sectors.getString("reason"));
        assertEquals("18", sectors.getString("least"));
        assertEquals("80", sectors.getString("most"));
    }

    @Test
    void whatHasNoFormulaSaysSoAtItsLine() {
        Config formulas =
                formulas(
                        FOLDER
                                + "/indices.ptx --entry by_rest --shape N=64 --block 64"
                                + " --grid (N+63)/64 --arg out:out:f32[N] --arg in:in:f32[N]"
                                + " --arg N --arg N");
        Config load =
                formulas.getConfigList("lines").stream()
                        .filter(l -> l.getString("instruction").equals("ld.global.f32"))
                        .findFirst()
                        .orElseThrow()
                        .getConfig("counts");
        assertEquals("a division by a variable", load.getString("sectors.reason"));
        assertEquals("ceil(N/32)", load.getString("warp_instructions"));
        Config totals = formulas.getConfig("totals");
        assertTrue(totals.getString("sectors.reason").startsWith("a division by a variable"));
        assertFalse(totals.hasPath("wavefronts"), totals::toString);
    }

    @Test
    void triangularLoopsHaveFormulas() {
        Config totals =
                formulas(
                                FOLDER
                                        + "/indices.ptx --entry suffixes --shape N=100 --block 64"
                                        + " --arg out:out:f32[N] --arg in:in:f32[N] --arg N")
                        .getConfig("totals");
        assertEquals("24*floor(N/4) + 4", totals.getString("warp_instructions"));
        assertEquals("8*floor(N/4) - 24", totals.getString("requests"));
    }

    @Test
    void sizesThatAreNotMultiplesHaveNoFormulaOfAWholeTile() {
        String text =
                run(
                        0,
                        SQUARE + " --entry copy --shape N=64 --arg in:in:f32[N,N] --arg N",
                        "--assume",
                        "N % 32 == 0");
        assertTrue(text.contains("sectors = N^2/4"), text);
        assertTrue(text.contains("N % 32 == 0"), text);
    }

    @Test
    void withoutNamesThereIsNothingToBeAFormulaIn() {
        String text = run(2, FOLDER + "/interval.ptx --entry scalar --block 64");
        assertTrue(text.contains("--symbolic: which sizes? --shape N=1024"), text);
    }
}

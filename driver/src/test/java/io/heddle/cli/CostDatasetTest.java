package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueType;
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
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * {@code --cost} on the kernels of {@code datasets/cost}, whose costs an independent model says.
 */
class CostDatasetTest {
    private static final Path FOLDER = Path.of("..", "datasets", "cost");
    private static final List<String> MEMORY =
            List.of(
                    "shared_requests",
                    "wavefronts",
                    "conflicts",
                    "requests",
                    "sectors",
                    "ideal_sectors",
                    "lines",
                    "useful_bytes",
                    "local_requests",
                    "local_sectors");

    private final KernelFiles files = new KernelFiles();

    /** A launch of costs.txt: arguments of {@code inspect}, and what is expected. */
    private record Launch(List<String> words, Map<String, String> expected) {}

    private static List<Launch> launches() throws IOException {
        List<Launch> launches = new ArrayList<>();
        for (String part : Files.readString(FOLDER.resolve("costs.txt")).split("\n> ", -1)) {
            if (part.startsWith("#")) {
                continue;
            }
            List<String> lines = part.strip().lines().toList();
            Map<String, String> expected = new LinkedHashMap<>();
            lines.subList(1, lines.size())
                    .forEach(l -> expected.put(l.split(" ")[0], l.split(" ")[1]));
            String command = lines.get(0).replace("datasets/cost", FOLDER.toString());
            launches.add(new Launch(List.of(command.split(" ")), expected));
        }
        return launches;
    }

    private String run(int status, List<String> words, String... more) {
        List<String> all = new ArrayList<>(List.of("inspect"));
        all.addAll(words);
        all.addAll(List.of(more));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertEquals(
                status,
                Heddle.run(print, print, files, all.toArray(new String[0])),
                () -> all + "\n" + out.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    private Config cost(List<String> words) {
        return ConfigFactory.parseString(run(0, words, "--cost", "--format", "json"))
                .getConfig("cost.reference");
    }

    /** A counter of a launch: {@code 31}, or {@code 0 to 31}; 0 if it is not listed. */
    private static String total(Config cost, String counter) {
        Config totals = cost.getConfig("totals");
        if (!totals.hasPath(counter)) {
            return "0";
        }
        if (totals.getValue(counter).valueType() == ConfigValueType.NUMBER) {
            return String.valueOf(totals.getLong(counter));
        }
        Config interval = totals.getConfig(counter);
        boolean bounded = interval.hasPath("most");
        return interval.getLong("least")
                + (bounded ? " to " + interval.getLong("most") : " or more");
    }

    @TestFactory
    Stream<DynamicTest> eachCostsWhatTheModelSays() throws IOException {
        return launches().stream()
                .map(
                        l ->
                                DynamicTest.dynamicTest(
                                        String.join(" ", l.words().subList(0, 4)),
                                        () -> costsWhatTheModelSays(l)));
    }

    private void costsWhatTheModelSays(Launch launch) throws IOException {
        Config cost = cost(launch.words());
        Set<String> counters = new TreeSet<>(MEMORY);
        counters.addAll(launch.expected().keySet());
        counters.remove("worst");
        Map<String, String> counted = new LinkedHashMap<>();
        Map<String, String> expected = new LinkedHashMap<>();
        for (String counter : counters) {
            counted.put(counter, total(cost, counter));
            expected.put(counter, launch.expected().getOrDefault(counter, "0"));
        }
        assertEquals(expected, counted);
        Config tensors = cost.getConfig("tensors");
        long moved =
                tensors.root().keySet().stream()
                        .mapToLong(name -> tensors.getLong(name + ".sectors"))
                        .sum();
        assertEquals(expected.get("sectors"), String.valueOf(moved), "sectors of the tensors");
        if (launch.expected().containsKey("worst")) {
            assertEquals(
                    mark(launch), firstLine(run(0, launch.words(), "--cost")), "the worst line");
        }
    }

    /** The lines of the source that have a launch's mark. */
    private static String mark(Launch launch) throws IOException {
        Path ptx = Path.of(launch.words().get(0));
        String source = ptx.getFileName().toString().replace(".ptx", ".cu");
        List<String> lines = Files.readAllLines(FOLDER.resolve(source));
        for (int k = 0; k < lines.size(); k++) {
            if (lines.get(k).endsWith("//@ " + launch.expected().get("worst"))) {
                return source + ":" + (k + 1);
            }
        }
        throw new AssertionError("no mark " + launch.expected().get("worst"));
    }

    /** The first line of CUDA source that the text says the costs of. */
    private static String firstLine(String text) {
        Matcher line = Pattern.compile("\\(([\\w.]+:\\d+)\\): ").matcher(text);
        assertTrue(line.find(), text);
        return line.group(1);
    }

    @Test
    void thereAreAtLeastFortyKernels() throws IOException {
        Set<String> kernels = new TreeSet<>();
        launches().forEach(l -> kernels.add(l.words().get(2)));
        assertTrue(kernels.size() >= 40, kernels.toString());
    }

    // ---------------------------------------------------------------- intervals

    private static List<String> interval(String entry, String... more) {
        List<String> words = new ArrayList<>();
        words.add(FOLDER.resolve("interval.ptx").toString());
        words.addAll(List.of("--entry", entry, "--block", "64"));
        words.addAll(List.of("--arg", "inout:out:f32[64]", "--arg", "in:in:f32[128]"));
        words.addAll(List.of(more));
        return words;
    }

    @Test
    void aConditionOnDataMakesAnInterval() {
        Config guarded = cost(interval("guarded_store"));
        assertEquals("8 to 24", total(guarded, "sectors"));
        assertEquals("2 to 6", total(guarded, "requests"));
        assertEquals("0 to 2", total(guarded, "divergent_branches"));
        Config scalar = cost(interval("scalar", "--arg", "sym:beta:f32"));
        assertEquals("16 to 24", total(scalar, "sectors"));
    }

    @Test
    void givenDataLieInTheInterval() {
        Config any = cost(interval("gathered", "--arg", "in:index:s32[64] in [0,128)"));
        assertEquals("18 to 80", total(any, "sectors"));
        Config inOrder = cost(interval("gathered", "--arg", "in:index:s32[64]=iota"));
        assertEquals("24", total(inOrder, "sectors"));
        Config oneElement = cost(interval("gathered", "--arg", "in:index:s32[64]=zero"));
        assertEquals("18", total(oneElement, "sectors"));
    }

    @Test
    void wavefrontsAtUnknownAddressesAreBounded() {
        Config any = cost(interval("lookup", "--arg", "in:index:s32[64] in [0,64)"));
        assertEquals("4 to 66", total(any, "wavefronts"));
        assertEquals("0 to 62", total(any, "conflicts"));
        Config given = cost(interval("lookup", "--arg", "in:index:s32[64]=iota"));
        assertEquals("4", total(given, "wavefronts"));
        assertEquals("0", total(given, "conflicts"));
    }

    @Test
    void aLocalArrayIsReadAtUnknownPlaces() {
        Config any = cost(interval("local_lookup", "--arg", "in:index:s32[64] in [0,8)"));
        Config same = cost(interval("local_lookup", "--arg", "in:index:s32[64]=zero"));
        Config several = cost(interval("local_lookup", "--arg", "in:index:s32[64]=iota"));
        assertEquals(total(same, "local_requests"), total(any, "local_requests"));
        assertContains(any, same, "local_sectors");
        assertContains(any, several, "local_sectors");
    }

    @Test
    void anAddressWithoutASpaceMayBeInAny() {
        Config any = cost(interval("generic_lookup", "--arg", "in:index:s32[64] in [0,64)"));
        for (String contents : List.of("zero", "iota")) {
            Config given =
                    cost(interval("generic_lookup", "--arg", "in:index:s32[64]=" + contents));
            for (String counter : MEMORY) {
                assertContains(any, given, counter);
            }
        }
    }

    /** What a launch with given data costs is in the interval for all data. */
    private static void assertContains(Config any, Config given, String counter) {
        String[] ends = total(any, counter).split(" to ");
        long value = Long.parseLong(total(given, counter));
        assertTrue(
                Long.parseLong(ends[0]) <= value && value <= Long.parseLong(ends[ends.length - 1]),
                () -> counter + " " + value + " not in " + total(any, counter));
    }

    @Test
    void aFusedOperationOfUserAndLibraryCodeCountsTwice() {
        // expf as above, 1 + … fused with its last multiplication, and the division's code
        Config silu = cost(interval("fused"));
        Config expf = cost(interval("library"));
        assertTrue(
                Long.parseLong(total(silu, "flops")) >= Long.parseLong(total(expf, "flops")) + 64,
                total(silu, "flops"));
        assertEquals("0", total(silu, "local_requests"));
    }

    @Test
    void parametersOfFunctionsAreNoMemory() {
        Config called = cost(interval("generic_lookup", "--arg", "in:index:s32[64]=iota"));
        assertEquals("0", total(called, "local_requests"));
    }

    @Test
    void anAtomicIsOneRequestOfAWarp() {
        List<String> words =
                List.of(
                        FOLDER.resolve("interval.ptx").toString(),
                        "--entry",
                        "one_word",
                        "--block",
                        "64",
                        "--arg",
                        "inout:out:s32[1]",
                        "--arg",
                        "in:in:f32[1]");
        assertEquals("2", total(cost(words), "requests"));
        assertEquals("2", total(cost(words), "sectors"));
    }

    @Test
    void inlinedLibraryCodeIsCountedInstructionByInstruction() {
        Config expf = cost(interval("library")); // 29 instructions: four fma, an add and a mul
        assertEquals("58", total(expf, "warp_instructions"));
        assertEquals("640", total(expf, "flops"));
        Config sinf = cost(interval("slow_path"));
        assertEquals("54 or more", total(sinf, "warp_instructions"));
        assertEquals("448 to 1408", total(sinf, "flops"));
        assertEquals(8, sinf.getInt("tensors.in.sectors"));
    }

    // ---------------------------------------------------------------- limits, text

    @Test
    void aLimitThatIsExceededIsStatusOne() {
        List<String> words =
                List.of(
                        FOLDER.resolve("transposes.ptx").toString(),
                        "--entry",
                        "tile32",
                        "--block",
                        "32,32",
                        "--arg",
                        "out:out:f32[32,32]",
                        "--arg",
                        "in:in:f32[32,32]",
                        "--arg",
                        "32");
        String text = run(1, words, "--cost-max", "conflicts=0,sectors_per_request=4");
        assertTrue(text.startsWith("NO_DEFECT   conflicts 992, expected at most 0\n"), text);
        assertTrue(
                text.contains(
                        "ld.shared.f32: up to 32 passes a request: neighbouring threads are 128"
                                + " bytes apart; 33 words apart instead of 32 there would be no"
                                + " conflict"),
                text);
        run(0, words, "--cost-max", "conflicts=992,sectors_per_request=4");
        String refused = run(2, words, "--cost-max", "conflict=0");
        assertTrue(refused.contains("no counter conflict, did you mean conflicts"), refused);
    }
}

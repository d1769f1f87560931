package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.heddle.spec.BoundFormula;
import io.heddle.spec.Formula;
import io.heddle.spec.index.Definition;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.NumberEvaluator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The formulas of {@code datasets/kernelbench} give the numbers that NumPy computes from the
 * operators' definitions: {@code golden*.py} there writes {@code golden*.json}.
 */
class GoldenFormulasTest {
    private static final Path FOLDER = Path.of("../datasets/kernelbench");
    private static final double TOLERANCE = 1e-12;

    @TestFactory
    Stream<DynamicTest> everyFormulaGivesItsNumbers() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Path> golden =
                    files.filter(f -> f.getFileName().toString().matches("golden.*\\.json"))
                            .sorted()
                            .toList();
            assertTrue(!golden.isEmpty(), "no golden numbers in " + FOLDER);
            return golden.stream().flatMap(GoldenFormulasTest::tests);
        }
    }

    private static Stream<DynamicTest> tests(Path golden) {
        Config all = ConfigFactory.parseFile(golden.toFile());
        return all.root().keySet().stream()
                .sorted()
                .map(
                        name ->
                                DynamicTest.dynamicTest(
                                        name,
                                        () -> compare(name, all.getConfig("\"" + name + "\""))));
    }

    private static void compare(String name, Config golden) throws IOException {
        String spec = name.endsWith(".py") ? name : name + ".py";
        Path file = FOLDER.resolve("specs").resolve(spec);
        Map<String, List<Integer>> shapes = new HashMap<>();
        golden.getConfig("shapes")
                .root()
                .keySet()
                .forEach(tensor -> shapes.put(tensor, golden.getIntList("shapes." + tensor)));
        shapes.remove("output");
        BoundFormula bound =
                Formula.parse(file.toString(), Files.readString(file)).bind(shapes, Map.of());
        Map<Input, LongToDoubleFunction> inputs = new HashMap<>();
        for (Input input : bound.inputs().values()) {
            List<Double> numbers = golden.getDoubleList("inputs." + input.name());
            inputs.put(input, flat -> numbers.get((int) flat));
        }
        List<Double> expected = golden.getDoubleList("output");
        Definition output = bound.output("", true).orElseThrow();
        assertEquals(expected.size(), output.size());
        NumberEvaluator evaluator = new NumberEvaluator(inputs, Set.of(), Long.MAX_VALUE);
        for (int i = 0; i < expected.size(); i++) {
            double number = evaluator.element(output, i);
            double scale = Math.max(1, Math.abs(expected.get(i)));
            assertEquals(expected.get(i), number, TOLERANCE * scale, "element " + i);
        }
    }
}

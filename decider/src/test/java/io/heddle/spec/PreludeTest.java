package io.heddle.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The prelude's operators against golden values, which come from their mathematical definitions by
 * plain loops. The script that makes them, with the command to run it again, is {@code
 * decider/src/test/python/prelude_golden.py}.
 */
class PreludeTest {
    private static final double NEAR = 1e-12;

    /** Functions that others are made of, tested as parts of these. */
    private static final Set<String> PARTS =
            Set.of(
                    "with_bias",
                    "channels",
                    "extents",
                    "repeated",
                    "max_pool1d",
                    "max_pool2d",
                    "max_pool3d",
                    "avg_pool1d",
                    "avg_pool2d",
                    "avg_pool3d");

    static List<String> golden() throws IOException {
        try (InputStream in = PreludeTest.class.getResourceAsStream("prelude.golden")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("golden")
    void anOperatorHasItsValues(String line) {
        String[] parts = line.split(" \\| ");
        Formulas f = Formulas.of(parts[1], parts[0]);
        double[] expected = Formulas.doubles(parts[2]);
        Formulas.assertClose(expected, f.numbers(), NEAR);
        boolean isGathered = parts[1].matches(".*(cross_entropy|embedding).*");
        if (!isGathered) {
            Formulas.assertClose(expected, f.termValues("y"), 10 * NEAR);
        }
    }

    @Test
    void everyOperatorIsTested() throws IOException {
        Set<String> all =
                Prelude.functions().stream()
                        .map(Statement.Function::name)
                        .collect(Collectors.toCollection(TreeSet::new));
        all.removeAll(PARTS);
        Set<String> tested = new TreeSet<>();
        Pattern call = Pattern.compile("y = (\\w+)\\(");
        for (String line : golden()) {
            Stream<String> names = call.matcher(line).results().map(m -> m.group(1));
            names.forEach(tested::add);
        }
        assertEquals(all, tested);
    }
}

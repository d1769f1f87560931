package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.KernelFiles;
import io.heddle.launch.Argument;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.signature.Signature;
import io.heddle.signature.Signature.Kind;
import io.heddle.signature.Signature.Parameter;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.suite.SuiteReader;
import io.heddle.term.ElementType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is guessed of a kernel's parameters is what the suites of the datasets declare. */
class DatasetSignaturesTest {
    private final KernelFiles files = new KernelFiles();

    @Test
    void theGuessIsWhatTheSuiteDeclares() throws IOException {
        Map<String, List<String>> wrong = new TreeMap<>(); // by kernel
        int parameters = 0;
        int differences = 0;
        for (Path suite : suites()) {
            for (Pair pair : SuiteReader.read(suite).pairs()) {
                for (Side side : sides(pair)) {
                    if (side.isFormula() || !side.further().isEmpty()) {
                        continue; // no kernel, or tensors with a role that no kernel shows
                    }
                    Launch launch = side.launch(files.module(side.ptx()));
                    String kernel = suite.getParent().getFileName() + " " + launch.entry();
                    if (!wrong.containsKey(kernel)) {
                        List<String> why = differences(launch);
                        wrong.put(kernel, why);
                        parameters += launch.arguments().size();
                        differences += why.size();
                    }
                }
            }
        }
        List<String> listed = new ArrayList<>();
        wrong.forEach((kernel, why) -> why.forEach(w -> listed.add(kernel + ": " + w)));
        long right = wrong.values().stream().filter(List::isEmpty).count();
        String shares =
                String.format(
                        Locale.ROOT,
                        "%d of %d kernels, %d of %d parameters; not guessed:%n%s",
                        right,
                        wrong.size(),
                        parameters - differences,
                        parameters,
                        String.join("\n", listed));
        System.out.println(shares);
        assertTrue(wrong.size() >= 700, shares);
        assertTrue(right >= 0.95 * wrong.size(), shares);
        assertTrue(parameters - differences >= 0.98 * parameters, shares);
    }

    /** A test that expects wrong declarations to be found: the suite's own are exchanged. */
    @Test
    void anExchangedDeclarationIsADifference() throws IOException {
        Path suite = Path.of("../datasets/quickstart/suite.conf");
        Side side = SuiteReader.read(suite).pairs().get(0).reference();
        List<Argument> exchanged = new ArrayList<>(side.arguments());
        Collections.swap(exchanged, 0, 1);
        Launch launch = side.launch(files.module(side.ptx()));
        assertEquals(List.of(), differences(launch));
        Launch other =
                new Launch(
                        launch.module(),
                        launch.entry(),
                        launch.grid(),
                        launch.block(),
                        launch.dynamicShared(),
                        side.cta(),
                        exchanged);
        assertEquals(2, differences(other).size());
    }

    private static List<Path> suites() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("../datasets"), 2)) {
            return all.filter(f -> f.endsWith("suite.conf")).sorted().toList();
        }
    }

    private static List<Side> sides(Pair pair) {
        return pair.isSingle()
                ? List.of(pair.reference())
                : List.of(pair.reference(), pair.candidate());
    }

    private static List<String> differences(Launch launch) {
        Signature guess = Signature.of(launch.module(), launch.module().function(launch.entry()));
        assertEquals(launch.arguments().size(), guess.parameters().size());
        List<String> wrong = new ArrayList<>();
        for (int k = 0; k < guess.parameters().size(); k++) {
            Parameter p = guess.parameters().get(k);
            Argument declared = launch.arguments().get(k);
            if (declared instanceof Argument.Tensor t) {
                TensorSpec s = t.tensor();
                if (p.kind() != Kind.TENSOR || p.type() != s.type() || p.role() != s.role()) {
                    wrong.add(
                            p.name() + " is " + s.role() + " " + s.type() + ", guessed " + text(p));
                }
            } else if (p.kind() == Kind.TENSOR && !(declared instanceof Argument.Null)) {
                wrong.add(p.name() + " is no tensor, guessed " + text(p));
            } else if (declared instanceof Argument.SymbolicScalar s
                    && !isAlike(p.type(), s.type())) {
                wrong.add(p.name() + " is " + s.type() + ", guessed " + text(p));
            } else if (declared instanceof Argument.Scalar s
                    && p.type() != null
                    && s.real() != p.type().isFloat()) {
                wrong.add(p.name() + " is " + declared + ", guessed " + text(p));
            }
        }
        return wrong;
    }

    /** True for equal types, and for integers of one size: few kernels show a scalar's sign. */
    private static boolean isAlike(ElementType guessed, ElementType declared) {
        return guessed == declared
                || guessed != null
                        && !guessed.isFloat()
                        && !declared.isFloat()
                        && guessed.bits() == declared.bits();
    }

    private static String text(Parameter p) {
        return p.role() + " " + p.type() + " (" + p.kind() + ")";
    }
}

package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.report.PairReport;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lemmas of a product with a layer norm, with the places of both kernels. */
class LemmaPlacesTest {
    private static final Path SUITE = Path.of("../datasets/composed/suite.conf");

    private static PairReport check(PairChecker checker) {
        Pair pair =
                SuiteReader.read(SUITE).pairs().stream()
                        .filter(p -> p.name().equals("product-layernorm"))
                        .findFirst()
                        .orElseThrow();
        return checker.check(pair);
    }

    @Test
    void lemmasAreNamedByTheLinesThatComputeThem() {
        List<String> shown = check(new PairChecker(new KernelFiles()).namingLemmas()).vcs().shown();
        assertTrue(
                shown.stream()
                        .anyMatch(
                                text ->
                                        text.matches(
                                                "%f\\d+ of composed\\.cu:\\d+ = %f\\d+ of"
                                                    + " composed\\.cu:\\d+: .* = .*, and \\d+ more"
                                                    + " there")),
                shown.toString());
        long places =
                shown.stream()
                        .map(text -> text.substring(0, text.indexOf(": ")))
                        .distinct()
                        .count();
        assertEquals(shown.size(), places); // one text for each two places
    }

    @Test
    void withoutPlacesEachLemmaHasATextOfItsOwn() {
        PairReport report = check(new PairChecker(new KernelFiles()));
        List<String> shown = report.vcs().shown();
        assertEquals(Math.min(32, report.vcs().lemmas()), shown.size());
        assertTrue(shown.stream().noneMatch(text -> text.contains("composed.cu")));
    }
}

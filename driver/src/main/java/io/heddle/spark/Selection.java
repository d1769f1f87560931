package io.heddle.spark;

import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Which pairs of the suites a run answers; a picocli mixin. */
final class Selection {
    @Option(
            names = "--only",
            paramLabel = "GLOB",
            split = ",",
            description = "only pairs whose suite/pair, name or tag matches: softmax/*, *[BM=32*")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--skip",
            paramLabel = "GLOB",
            split = ",",
            description = "all but pairs whose suite/pair, name or tag matches")
    private List<String> skip = new ArrayList<>();

    /** The chosen pairs of a suite, in its order. */
    List<Pair> of(Suite suite) {
        return suite.pairs().stream()
                .filter(p -> only.isEmpty() || matches(only, suite, p))
                .filter(p -> !matches(skip, suite, p))
                .toList();
    }

    /**
     * Checks that something is left.
     *
     * @throws InputException if not
     */
    void check(List<Pair> chosen) {
        if (chosen.isEmpty()) {
            throw new InputException(
                    "no pair is left by"
                            + (only.isEmpty() ? "" : " --only " + String.join(",", only))
                            + (skip.isEmpty() ? "" : " --skip " + String.join(",", skip))
                            + "; --dry-run lists the pairs");
        }
    }

    private static boolean matches(List<String> globs, Suite suite, Pair pair) {
        List<String> names = new ArrayList<>(suite.source(pair).tags());
        names.add(pair.name());
        names.add(VerifyRun.name(pair));
        return globs.stream()
                .map(Selection::pattern)
                .anyMatch(g -> names.stream().anyMatch(n -> g.matcher(n).matches()));
    }

    /** A glob: an asterisk is any text, a question mark any character. */
    private static Pattern pattern(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}

package io.heddle.spark;

import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.Suite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Which pairs of the suites a run answers; a picocli mixin. */
final class Selection {
    @Option(
            names = "--only",
            paramLabel = "GLOB[,GLOB...]",
            description = "only pairs whose suite/pair, name or tag matches: softmax/*, *[BM=32*")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--skip",
            paramLabel = "GLOB[,GLOB...]",
            description = "all but pairs whose suite/pair, name or tag matches")
    private List<String> skip = new ArrayList<>();

    private final Set<String> matched = new HashSet<>(); // globs

    /** The chosen pairs of a suite, in its order. */
    List<Pair> of(Suite suite) {
        List<Pair> chosen = new ArrayList<>();
        for (Pair pair : suite.pairs()) {
            boolean wanted = matches(only, suite, pair) || only.isEmpty();
            boolean unwanted = matches(skip, suite, pair);
            if (wanted && !unwanted) {
                chosen.add(pair);
            }
        }
        return chosen;
    }

    /** The globs that match no pair of the suites so far, one line each. */
    List<String> unmatched() {
        List<String> lines = new ArrayList<>();
        globs(only).filter(g -> !matched.contains(g)).forEach(g -> lines.add("--only " + g));
        globs(skip).filter(g -> !matched.contains(g)).forEach(g -> lines.add("--skip " + g));
        lines.replaceAll(l -> l + " matches no pair; --dry-run lists the pairs");
        return lines;
    }

    /** Splits at commas, but not at those of an instance: {@code p[A=1,B=3]} is one glob. */
    private static Stream<String> globs(List<String> values) {
        return values.stream().flatMap(v -> Arrays.stream(v.split(",(?![^\\[\\]]*\\])")));
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

    private boolean matches(List<String> values, Suite suite, Pair pair) {
        List<String> names = new ArrayList<>(suite.source(pair).tags());
        names.add(pair.name());
        names.add(VerifyRun.name(pair));
        List<String> matching =
                globs(values)
                        .filter(g -> names.stream().anyMatch(pattern(g).asMatchPredicate()))
                        .toList();
        matched.addAll(matching);
        return !matching.isEmpty();
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

package io.heddle.check;

import io.heddle.finding.Location;
import io.heddle.report.ErrorCause;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.Verdict;
import io.heddle.simulate.Statistics;
import io.heddle.suite.CostLimits;
import io.heddle.suite.Expectation;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares an outcome with what was expected of it. */
final class Expectations {
    private Expectations() {}

    /** Says what part of {@code expected} the outcome does not meet; empty if it meets all. */
    static Optional<String> unmet(Expectation expected, PairReport report) {
        if (report.error() == ErrorCause.INTERNAL && expected.verdicts().contains(Verdict.ERROR)) {
            return Optional.of("expected ERROR, but no internal failure");
        }
        if (!expected.verdicts().contains(report.verdict())) {
            return Optional.of(
                    "expected "
                            + expected.verdicts().stream()
                                    .map(Verdict::name)
                                    .collect(Collectors.joining(" or ")));
        }
        if (expected.line() != null
                && places(report).noneMatch(p -> p.position().line() == expected.line())) {
            return Optional.of("expected PTX line " + expected.line());
        }
        if (expected.sourceLine() != null && !hasSourceLine(report, expected.sourceLine())) {
            return Optional.of("expected CUDA line " + expected.sourceLine());
        }
        if (expected.message() != null && !contains(report.message(), expected.message())) {
            return Optional.of("expected a message with '" + expected.message() + "'");
        }
        return expected.costs() == null ? Optional.empty() : exceeded(expected.costs(), report);
    }

    /** What the candidate, or the only kernel, costs beyond a limit. */
    private static Optional<String> exceeded(CostLimits limits, PairReport report) {
        Statistics judged =
                report.scope().candidate() == null
                        ? report.stats().reference()
                        : report.stats().candidate();
        if (limits.most().isEmpty()) {
            return Optional.empty();
        }
        if (judged == null || judged.cost() == null) {
            return Optional.of("its costs are not known");
        }
        List<String> exceeded = limits.exceeded(judged.cost());
        return exceeded.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", exceeded));
    }

    private static boolean hasSourceLine(PairReport report, int line) {
        return places(report).anyMatch(p -> p.source() != null && p.source().line() == line);
    }

    private static boolean contains(String message, String part) {
        return message.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /**
     * All locations of all findings of the verdict's kind. An expectation must not depend on which
     * of two racing accesses comes second, or which of two races is found first.
     */
    private static Stream<Location> places(PairReport report) {
        Stream<Location> found =
                report.allDefects().stream()
                        .map(Defect::finding)
                        .filter(f -> report.verdict().isOf(f.kind()))
                        .flatMap(f -> Stream.of(f.location(), f.other()));
        return Stream.concat(Stream.ofNullable(report.location()), found).filter(Objects::nonNull);
    }
}

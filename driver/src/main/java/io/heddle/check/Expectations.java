package io.heddle.check;

import io.heddle.report.PairReport;
import io.heddle.sim.Location;
import io.heddle.suite.Expectation;
import java.util.Objects;
import java.util.stream.Stream;

/** Compares an outcome with what was expected of it. */
final class Expectations {
    private Expectations() {}

    /** What of {@code expected} the outcome does not meet, in words, or null. */
    static String unmet(Expectation expected, PairReport report) {
        if (report.verdict() != expected.verdict()) {
            return "expected " + expected.verdict();
        }
        if (expected.line() != null
                && places(report).noneMatch(p -> p.position().line() == expected.line())) {
            return "expected PTX line " + expected.line();
        }
        if (expected.sourceLine() != null
                && places(report)
                        .noneMatch(
                                p ->
                                        p.source() != null
                                                && p.source().line() == expected.sourceLine())) {
            return "expected CUDA line " + expected.sourceLine();
        }
        if (expected.message() != null && !report.message().contains(expected.message())) {
            return "expected a message with '" + expected.message() + "'";
        }
        return null;
    }

    private static Stream<Location> places(PairReport report) {
        Location other = report.defect() == null ? null : report.defect().other();
        return Stream.of(report.location(), other).filter(Objects::nonNull);
    }
}

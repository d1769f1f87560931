package io.heddle.suite;

import io.heddle.report.Verdict;
import java.io.Serializable;
import java.util.List;

/**
 * The result that a suite expects of a pair.
 *
 * @param verdicts the verdicts that are accepted, one at least
 * @param line PTX line of the verdict's location (either access of a race), or null
 * @param sourceLine CUDA line, or null
 * @param message a part of the message, or null
 * @param costs what the judged kernel may cost at most: the candidate, or the only kernel; null if
 *     costs are not counted
 */
public record Expectation(
        List<Verdict> verdicts, Integer line, Integer sourceLine, String message, CostLimits costs)
        implements Serializable {
    /** Copies the list. */
    public Expectation {
        verdicts = List.copyOf(verdicts);
        if (verdicts.isEmpty()) {
            throw new IllegalArgumentException("no verdict is expected");
        }
    }

    /** One of several verdicts is expected. */
    public Expectation(List<Verdict> verdicts, Integer line, Integer sourceLine, String message) {
        this(verdicts, line, sourceLine, message, null);
    }

    /** One verdict is expected. */
    public Expectation(Verdict verdict, Integer line, Integer sourceLine, String message) {
        this(List.of(verdict), line, sourceLine, message, null);
    }

    /** The same with limits of what the judged kernel may cost. */
    public Expectation with(CostLimits limits) {
        return new Expectation(verdicts, line, sourceLine, message, limits);
    }

    /** Only a verdict is expected. */
    public static Expectation of(Verdict verdict) {
        return new Expectation(verdict, null, null, null);
    }

    /** The expected verdict of a pair with this outcome: the outcome if it is accepted. */
    public Verdict effective(Verdict outcome) {
        return verdicts.contains(outcome) ? outcome : verdicts.get(0);
    }
}

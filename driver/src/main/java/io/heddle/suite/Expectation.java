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
 */
public record Expectation(List<Verdict> verdicts, Integer line, Integer sourceLine, String message)
        implements Serializable {
    /** Copies the list. */
    public Expectation {
        verdicts = List.copyOf(verdicts);
        if (verdicts.isEmpty()) {
            throw new IllegalArgumentException("no verdict is expected");
        }
    }

    /** One verdict is expected. */
    public Expectation(Verdict verdict, Integer line, Integer sourceLine, String message) {
        this(List.of(verdict), line, sourceLine, message);
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

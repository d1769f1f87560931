package io.heddle.suite;

import io.heddle.report.Verdict;
import java.io.Serializable;

/**
 * The result that a suite expects of a pair.
 *
 * @param verdict the verdict
 * @param line PTX line of the verdict's location (either access of a race), or null
 * @param sourceLine CUDA line, or null
 * @param message a part of the message, or null
 */
public record Expectation(Verdict verdict, Integer line, Integer sourceLine, String message)
        implements Serializable {
    /** Only a verdict is expected. */
    public static Expectation of(Verdict verdict) {
        return new Expectation(verdict, null, null, null);
    }
}

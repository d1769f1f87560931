package io.heddle.table;

import io.heddle.report.PairReport;

/**
 * An answer of an earlier run.
 *
 * @param report its report
 * @param runId the run
 * @param key what the answer depends on, as in {@link PairRows}; or null
 */
public record StoredAnswer(PairReport report, String runId, String key) {
    /** The same answer to a pair of another name. */
    public StoredAnswer renamed(String suite, String pair) {
        PairReport r = report;
        return new StoredAnswer(
                new PairReport(
                        suite,
                        pair,
                        r.verdict(),
                        r.expected(),
                        r.unmet(),
                        r.error(),
                        r.method(),
                        r.assumptions(),
                        r.kernel(),
                        r.location(),
                        r.message(),
                        r.defect(),
                        r.findings(),
                        r.scope(),
                        r.counterexample(),
                        r.outputs(),
                        r.vcs(),
                        r.stats(),
                        r.millis(),
                        r.replay(),
                        r.terms()),
                runId,
                key);
    }
}
